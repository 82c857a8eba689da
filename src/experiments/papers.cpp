#include "experiments/papers.hpp"

namespace mvlink {
inline namespace v1 {
namespace experiments {

const std::vector<Paper>& papers() {
    static const std::vector<Paper> all{bilenko2004(),    eaton2014(), zhang2015(),
                                        guennemann2014(), chen2019(),  defaults()};
    return all;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
