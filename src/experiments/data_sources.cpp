#include "experiments/declaration.hpp"
#include "experiments/papers.hpp"

#include <mvlink/experiments.hpp>

#include <algorithm>
#include <array>

namespace mvlink {
inline namespace v1 {

namespace {

struct DataOrigin {
    std::string_view folder, what, from;
};

/// What a folder holds, and where a reader finds the data: the collection, and the publication that introduced it.
constexpr std::array<DataOrigin, 20> kOrigins{{
    {"iris", "150 flowers, 4 measurements, 3 species",
     "UCI Machine Learning Repository, Iris; also sklearn.datasets.load_iris"},
    {"wine", "178 wines, 13 measurements, 3 cultivars",
     "UCI Machine Learning Repository, Wine; also sklearn.datasets.load_wine"},
    {"ionosphere", "351 radar returns, 34 attributes, 2 classes",
     "UCI Machine Learning Repository, Ionosphere; also the R package mlbench, data(Ionosphere)"},
    {"protein", "116 proteins, 20 attributes, 6 classes",
     "Xing, Ng, Jordan, Russell: Distance metric learning, NIPS 2003 (the authors' proteinData.mat)"},
    {"letters", "20,000 letters, 16 attributes, 26 classes",
     "UCI Machine Learning Repository, Letter Recognition; also mlbench, data(LetterRecognition)"},
    {"pendigits", "10,992 digits, 16 attributes, 10 classes; the training file, then the test file",
     "UCI Machine Learning Repository, Pen-Based Recognition of Handwritten Digits"},
    {"mfeat", "2,000 digits, 10 classes; views fou, fac, kar, pix, zer, mor",
     "UCI Machine Learning Repository, Multiple Features"},
    {"caltech101-7", "1,474 images of 7 classes; views gabor, wm, centrist, hog, gist, lbp",
     "Caltech-101 images (Fei-Fei, Fergus, Perona 2004); the six descriptors are to be extracted from them"},
    {"20newsgroups", "500 messages of 5 groups; views v1, v2, v3 (three selections of 2,000 words)",
     "The set \"NGs\" of Hussain, Grimal, Bisson, ICMLA 2010, from 20 Newsgroups"},
    {"newsgroups_raw", "12,123 messages of the 13 groups comp, rec, talk; word counts",
     "20 Newsgroups, version bydate (K. Lang 1995, J. Rennie)"},
    {"reuters1200", "1,200 documents, 6 classes; views v1 to v5 of 2,000 words",
     "Amini, Usunier, Goutte, NIPS 2009; the sample of 1,200 by C. Grimal (five selections of English words)"},
    {"reuters600", "600 documents, 6 classes; views en, fr, gr, it, sp",
     "Amini, Usunier, Goutte, NIPS 2009; the sample of Kumar, Rai, Daume, NIPS 2011"},
    {"webkb", "1,041 pages, 4 classes; views text, anchor, title",
     "CMU World Wide Knowledge Base, four universities (Craven et al., AAAI 1998), from the raw pages"},
    {"webkb_course", "1,051 pages, course or not; views anchor, content", "Blum, Mitchell, COLT 1998"},
    {"webkb_linqs", "877 pages, 5 classes; views content, inbound, outbound, cites",
     "Sen et al., AI Magazine 2008 (LINQS)"},
    {"3sources", "948 articles on 416 stories, 6 topics; views bbc, guardian, reuters, partially mapped",
     "Greene, Cunningham, ECML PKDD 2009 (3Sources collection of University College Dublin)"},
    {"wikipedia", "2,866 articles, 10 categories; views image, text",
     "Rasiwasia et al., ACM Multimedia 2010 (Wikipedia featured articles)"},
    {"cora", "2,708 papers, 7 classes; views content, inbound, outbound, cites",
     "Sen et al., AI Magazine 2008; McCallum et al. 2000"},
    {"stickfigures", "900 images of 20 x 20 pixels; truths upper, lower",
     "Guennemann et al., KDD 2014; `mvlink generate stick-figures` draws similar ones"},
    {"cmufaces", "624 images of 20 people; truths person, pose, expression, eyes",
     "UCI Machine Learning Repository, CMU Face Images, quarter resolution"},
}};

void note_folder(std::vector<DataSource>& sources, const std::string& folder, const std::string& paper) {
    if (folder.empty()) return;
    const auto is_it = [&](const DataSource& source) { return source.folder == folder; };
    auto found = std::find_if(sources.begin(), sources.end(), is_it);
    if (found == sources.end()) found = sources.insert(sources.end(), DataSource{folder, "", "", {}});
    if (std::find(found->papers.begin(), found->papers.end(), paper) == found->papers.end()) {
        found->papers.push_back(paper);
    }
}

void note_use(std::vector<DataSource>& sources, const experiments::DataRecipe& recipe, const std::string& paper) {
    note_folder(sources, recipe.folder, paper);
    if (recipe.pairing) note_folder(sources, recipe.pairing->folder_b, paper);
}

}  // namespace

std::vector<DataSource> data_of_papers() {
    std::vector<DataSource> sources;
    for (const DataOrigin& origin : kOrigins) {
        sources.push_back({std::string(origin.folder), std::string(origin.what), std::string(origin.from), {}});
    }
    for (const experiments::Paper& paper : experiments::papers()) {
        for (const experiments::Experiment& experiment : paper.experiments) {
            for (const experiments::Panel& panel : experiment.panels) {
                note_use(sources, panel.data, paper.name);
                for (const experiments::DataRecipe& recipe : panel.data_at) {
                    note_use(sources, recipe, paper.name);
                }
            }
        }
    }
    return sources;
}

}  // namespace v1
}  // namespace mvlink
