#include "io/support.hpp"
#include "io/table/recipe.hpp"
#include "io/table/values.hpp"
#include "io/table/words.hpp"
#include "io/table_support.hpp"

#include <mvlink/io.hpp>
#include <mvlink/run.hpp>

namespace mvlink::test {
namespace {

const View& view_named(const ReadTable& table, const std::string& name) {
    for (const View& view : table.views) {
        if (view.name() == name) return view;
    }
    throw std::runtime_error("no view " + name);
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    io::table::for_each_word(text, [&](const std::string& word) { words.push_back(word); });
    return words;
}

/// Ten rows of every kind of column.
std::string records() {
    std::string text = "record_id,age,city,joined,notes,photo,constant,class\n";
    const char* cities[] = {"Rome", "Oslo"};
    for (int i = 0; i < 10; ++i) {
        text += fmt::format("r{},{},{},2024-0{}-1{},\"a note about {} number {}, long enough\",p{}.png,7,{}\n", i,
                            i == 3 ? "NA" : std::to_string(20 + i), cities[i % 2], 1 + i % 3, i % 9, cities[i % 2], i,
                            i, i % 2 ? "b" : "a");
    }
    return text;
}

TableOptions two_kinds() {
    TableOptions options;
    options.layout = TableLayout::kinds;
    return options;
}

TEST(Table, TextsAreTakenAloneUnlessMoreIsSaid) {
    const ReadTable table = table_of(records());
    ASSERT_EQ(table.views.size(), 1U);
    EXPECT_EQ(table.views[0].name(), "text");
    EXPECT_EQ(kind_of(table, "age"), ColumnKind::unused);
    TableOptions more;
    more.columns = {"age", "notes"};
    EXPECT_EQ(table_of(records(), more).views.size(), 2U);
}

TEST(Table, ColumnsAreRecognised) {
    const ReadTable table = table_of(records(), two_kinds());
    EXPECT_EQ(kind_of(table, "record_id"), ColumnKind::id);
    EXPECT_EQ(kind_of(table, "age"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "city"), ColumnKind::category);
    EXPECT_EQ(kind_of(table, "joined"), ColumnKind::date);
    EXPECT_EQ(kind_of(table, "notes"), ColumnKind::text);
    EXPECT_EQ(kind_of(table, "photo"), ColumnKind::unused);  // no such files are there
    EXPECT_EQ(kind_of(table, "constant"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "class"), ColumnKind::truth);
    EXPECT_EQ(view_named(table, "fields").ids()[3], "r3");
    ASSERT_TRUE(table.truth);
    EXPECT_EQ(table.truth->class_names, (std::vector<std::string>{"a", "b"}));
}

TEST(Table, GapsGetTheMeanAndAMark) {
    const ReadTable table = table_of("age,size\n1,5\n,6\n3,7\n");
    const View& view = view_named(table, "fields");
    EXPECT_THAT(std::vector<std::string>(view.column_names().begin(), view.column_names().end()),
                testing::ElementsAre("age", "age=(gap)", "size"));
    // Mean 2, deviation 1; mean 6, deviation sqrt(2/3).
    const double s = std::sqrt(1.5);
    EXPECT_THAT(values_of(view),
                testing::Pointwise(testing::DoubleNear(1e-12), {-1.0, 0.0, -s, 0.0, 1.0, 0.0, 1.0, 0.0, s}));
}

TEST(Table, CategoriesBecomeIndicatorsWithNames) {
    const ReadTable table = table_of("city,size\nRome,1\nOslo,2\nRome,3\n,4\n");
    const View& view = view_named(table, "fields");
    EXPECT_THAT(std::vector<std::string>(view.column_names().begin(), view.column_names().end()),
                testing::ElementsAre("city=Rome", "city=Oslo", "city=(gap)", "size"));
    const auto values = values_of(view);
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(values[4 + 1], 1);
    EXPECT_EQ(values[12 + 2], 1);
}

TEST(Table, TextsBecomeTfIdfOfUnitLengthWithWordsAsNames) {
    const ReadTable table = table_of("notes\nred apple pie\nred car\nfast car here\n");
    const View& view = view_named(table, "text");
    EXPECT_THAT(std::vector<std::string>(view.column_names().begin(), view.column_names().end()),
                testing::ElementsAre("apple", "car", "fast", "here", "pie", "red"));
    const auto values = values_of(view);
    const double common = std::log(4.0 / 3) + 1;  // in two of three rows
    EXPECT_NEAR(values[6 + 1], common / std::sqrt(2 * common * common), 1e-12);
    EXPECT_NEAR(values[6 + 1], values[6 + 5], 1e-12);
}

TEST(Table, WordsAreThoseOfAnyScript) {
    EXPECT_THAT(words_of("Über-Größe, naïve! x ÉTÉ"), testing::ElementsAre("über", "größe", "naïve", "été"));
    EXPECT_THAT(words_of("Привет, МИР"), testing::ElementsAre("привет", "мир"));
    EXPECT_THAT(words_of("ΑΘΗΝΑ Ωραία"), testing::ElementsAre("αθηνα", "ωραία"));
    EXPECT_THAT(words_of("東京都 2024"), testing::ElementsAre("東京", "京都", "2024"));
    EXPECT_THAT(words_of("“quoted”—dash… 🙂 emoji"), testing::ElementsAre("quoted", "dash", "emoji"));
}

TEST(Table, SemicolonsAndDecimalCommasAreRecognised) {
    const ReadTable table = table_of("name;price;size\nx1;1,5;1.200,5\nx2;2,5;900\nx3;0,5;1.000\n");
    EXPECT_TRUE(table.source->decimal_comma);
    EXPECT_EQ(table.source->delimiter, ';');
    EXPECT_EQ(kind_of(table, "price"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "size"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "name"), ColumnKind::id);
}

TEST(Table, AFileWithoutAHeaderGetsNumberedColumns) {
    const ReadTable table = table_of("5.1,3.5,setosa\n4.9,3.0,setosa\n6.3,3.3,virginica\n5.8,2.7,virginica\n");
    EXPECT_FALSE(table.source->has_header);
    EXPECT_EQ(table.source->rows, 4);
    EXPECT_EQ(kind_of(table, "column 1"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "column 3"), ColumnKind::category);
}

TEST(Table, DatesAreReadInEveryOrder) {
    using io::table::date_of;
    using io::table::DateOrder;
    EXPECT_EQ(date_of("1970-01-01", DateOrder::year_first), 0.0);
    EXPECT_EQ(date_of("2000-03-01", DateOrder::year_first), 11017.0);
    EXPECT_EQ(date_of("2000/3/1 12:00", DateOrder::year_first), 11017.5);
    EXPECT_EQ(date_of("01.03.2000", DateOrder::day_first), 11017.0);
    EXPECT_EQ(date_of("3/1/2000", DateOrder::month_first), 11017.0);
    EXPECT_EQ(date_of("2000-03-01T06:00:00-06:00", DateOrder::year_first), 11017.5);
    EXPECT_FALSE(date_of("2001-02-29", DateOrder::year_first));
    EXPECT_FALSE(date_of("13/13/2000", DateOrder::day_first));
    const ReadTable table = table_of("day,size\n3/14/2020,1\n4/1/2020,2\n5/30/2020,4\n");
    EXPECT_EQ(kind_of(table, "day"), ColumnKind::date);
}

TEST(Table, DatesMayHaveNamesOfMonthsTwoDigitsOfTheYearOrNoDay) {
    using io::table::date_of;
    using io::table::DateOrder;
    for (const char* text : {"1 March 2000", "1 Mar 2000", "01-Mar-2000", "March 1, 2000", "Mar. 1, 2000",
                             "1. März 2000", "1. Mrz", "1 mars 2000", "1er mars 2000"}) {
        const bool is_date = std::string_view(text) != "1. Mrz" && std::string_view(text) != "1er mars 2000";
        for (const DateOrder order : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first})
            EXPECT_EQ(date_of(text, order), is_date ? std::optional(11017.0) : std::nullopt) << text;
    }
    EXPECT_EQ(date_of("15 juin 2000", DateOrder::day_first), 11123.0);
    EXPECT_EQ(date_of("15 juil. 2000", DateOrder::day_first), 11153.0);
    EXPECT_EQ(date_of("15. Dez 2000", DateOrder::day_first), 11306.0);
    EXPECT_EQ(date_of("01.03.00", DateOrder::day_first), 11017.0);
    EXPECT_EQ(date_of("1-Mar-00", DateOrder::year_first), 11017.0);
    EXPECT_EQ(date_of("March 2000", DateOrder::year_first), 11017.0);
    EXPECT_EQ(date_of("Mar 2000", DateOrder::month_first), 11017.0);
    EXPECT_EQ(date_of("Wednesday, March 1, 2000", DateOrder::year_first), 11017.0);
    EXPECT_EQ(date_of("Mi., 1. März 2000", DateOrder::day_first), 11017.0);
    EXPECT_EQ(date_of("2000-03-01", DateOrder::day_first), 11017.0);
    EXPECT_EQ(date_of("3/1/70", DateOrder::month_first), 59.0);
    EXPECT_EQ(date_of("2000-03", DateOrder::year_first), 11017.0);
    EXPECT_EQ(date_of("3/1/2000 6:00 PM", DateOrder::month_first), 11017.75);
    EXPECT_EQ(date_of("3/1/2000 12:00 am", DateOrder::month_first), 11017.0);
    for (const char* text : {"1 Marble 2000", "31 June 2000", "3.14", "1.2.345", "may", "2000.5", "12 to 2000"})
        EXPECT_FALSE(date_of(text, DateOrder::day_first)) << text;
}

TEST(Table, AColumnThatCountsTheRowsIsNotUsedEvenIfItBeginsAgain) {
    std::string text = "id,sample,month,size\n";
    for (int i = 0; i < 240; ++i)
        text += fmt::format("r{},{},{},{}\n", i, i % 120 + 1, i % 12 + 1, i * i % 17);
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "sample"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "month"), ColumnKind::number);  // a month says more than a count
    EXPECT_EQ(kind_of(table, "size"), ColumnKind::number);
}

TEST(Table, NamesOfSeveralWordsAreFeaturesOnlyIfThereIsNothingElse) {
    std::string cars = "nr,car,price\n", names = "nr,car\n";
    for (int i = 0; i < 30; ++i) {
        cars += fmt::format("{},Maker{} Model{},{}\n", i, i % 5, i, i * i % 23);
        names += fmt::format("{},Maker{} Model{}\n", i, i % 5, i);
    }
    const ReadTable table = table_of(cars);
    EXPECT_EQ(kind_of(table, "car"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "price"), ColumnKind::number);
    EXPECT_EQ(kind_of(table_of(names), "car"), ColumnKind::text);
    TableOptions asked;
    asked.text = {"car"};
    EXPECT_EQ(kind_of(table_of(cars, asked), "car"), ColumnKind::text);
}

TEST(Table, FewCellsThatAreNoNumbersAreGapsWithAWarning) {
    std::string text = "age\n";
    for (int i = 0; i < 20; ++i)
        text += i == 7 ? "forty\n" : fmt::format("{}\n", i * i);
    const ReadTable table = table_of(text);
    ASSERT_EQ(table.warnings.size(), 1U);
    EXPECT_THAT(table.warnings[0].message,
                testing::HasSubstr("records.csv line 9, column \"age\": \"forty\" is not a number"));
}

TEST(Table, OptionsOverrideWhatIsRecognised) {
    TableOptions options = two_kinds();
    options.category = {"age"};
    options.drop = {"city"};
    options.id = "photo";
    const ReadTable table = table_of(records(), options);
    EXPECT_EQ(kind_of(table, "age"), ColumnKind::category);
    EXPECT_EQ(kind_of(table, "city"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "photo"), ColumnKind::id);
    TableOptions only;
    only.columns = {"city"};
    const ReadTable narrow = table_of(records(), only);
    EXPECT_EQ(narrow.views.size(), 1U);
    EXPECT_EQ(narrow.views[0].cols(), 2);
}

TEST(Table, TheRecipeGivesNewRowsTheSameFeatures) {
    for (const TableLayout layout : {TableLayout::kinds, TableLayout::joined}) {
        TableOptions options;
        options.layout = layout;
        const ReadTable first = table_of(records(), options);
        const ReadTable again = table_of(records(), {}, first.source->recipe);
        ASSERT_EQ(first.views.size(), again.views.size());
        for (std::size_t v = 0; v < first.views.size(); ++v)
            EXPECT_EQ(values_of(first.views[v]), values_of(again.views[v]));
        EXPECT_EQ(io::table::recipe_json(io::table::parse_recipe(first.source->recipe, "x")), first.source->recipe);
    }
}

TEST(Table, NewRowsMayHaveOtherOrderOtherColumnsAndUnknownValues) {
    const ReadTable first = table_of("city,size\nRome,1\nOslo,2\nRome,3\nOslo,4\n");
    const ReadTable other = table_of("more,size,city\nx,2,Oslo\ny,3,Paris\n", {}, first.source->recipe);
    const auto trained = values_of(first.views[0]), fresh = values_of(other.views[0]);
    EXPECT_EQ(std::vector<double>(fresh.begin(), fresh.begin() + 3),
              std::vector<double>(trained.begin() + 3, trained.begin() + 6));
    EXPECT_EQ(fresh[3] + fresh[4], 0);
    ASSERT_EQ(other.warnings.size(), 1U);
    EXPECT_EQ(other.warnings[0].code, "unknown-values");
    expect_error([&] { table_of("size\n1\n", {}, first.source->recipe); }, ErrorCode::input,
                 "records.csv: no column \"city\", which the model was fitted with");
}

TEST(Table, MistakesAreRefusedWithThePlaceAndTheExpectation) {
    struct Case {
        const char* text;
        const char* expected;
    };
    for (const Case& one : {Case{"", "records.csv: empty"}, Case{"a,b\n", "column names and no rows"},
                            Case{"a,a\n1,2\n", "column \"a\" occurs twice"},
                            Case{"a,b\n1,2\n3\n", "records.csv line 3: 1 fields; expected 2"},
                            Case{"id,x\nr1,\"2\n", "does not end"}, Case{"id\nr1\nr2\n", "no column becomes a feature"},
                            Case{"id,x\nr\xC3\xA9,1\nr\xE9,2\n", "records.csv line 3: bytes that are not UTF-8"}}) {
        expect_error([&] { table_of(one.text); }, ErrorCode::input, one.expected);
    }
    TableOptions options;
    options.id = "x";
    expect_error([&] { table_of("x,y\n1,2\n1,3\n", options); }, ErrorCode::input,
                 "line 3, column \"x\": id \"1\" is also on line 2");
    options.id = "nmae";
    expect_error([&] { table_of("name,y\n1,2\n2,3\n", options); }, ErrorCode::usage, "did you mean \"name\"?");
}

TEST(Table, WindowsAndUtf16TextsAreDecodedWithANote) {
    const std::string expected = "id,x\nCaf\xC3\xA9 \xE2\x82\xAC,1\nb,2\n";
    const ReadTable plain = table_of(expected);
    EXPECT_TRUE(plain.warnings.empty());
    std::string wide = "\xFF\xFE";
    for (const char* character :
         {"i", "d", ",", "x", "\n", "C", "a", "f", "\xE9", " ", "\xAC\x20", ",", "1", "\n", "b", ",", "2", "\n"}) {
        wide += character[0];
        wide += character[1];
    }
    for (const std::string& text : {std::string("id,x\nCaf\xE9 \x80,1\nb,2\n"), wide}) {
        const ReadTable table = table_of(text);
        EXPECT_EQ(table.views[0].row_name(0), plain.views[0].row_name(0));
        ASSERT_EQ(table.warnings.size(), 1U);
        EXPECT_EQ(table.warnings[0].code, "text-decoded");
    }
    expect_error([&] { table_of(std::string("\xFF\xFE") + "i"); }, ErrorCode::input, "ends inside a character");
    expect_error(
        [&] {
            table_of(
                std::string("\xFF\xFE\x00\xD8"
                            "a\0",
                            6));
        },
        ErrorCode::input, "half a character");
    expect_error([&] { table_of("id,x\nr\x81,1\n"); }, ErrorCode::input, "line 2: bytes that are not UTF-8");
}

TEST(Table, ThePartlyKnownClassesOfAColumnBecomeConstraints) {
    TableOptions options;
    options.partial_labels = "known";
    const ReadTable table = table_of("x,known\n1,a\n2,\n3,a\n4,b\n5,NaN\n", options);
    EXPECT_EQ(kind_of(table, "x"), ColumnKind::number);
    ASSERT_EQ(table.known.size(), 2U);  // rows 0 and 2 together, 0 and 3 apart
    EXPECT_EQ(table.known[0].link, Link::must);
    EXPECT_EQ(std::get<Index>(table.known[0].b.key), 2);
    EXPECT_EQ(table.known[1].link, Link::cannot);
    EXPECT_EQ(std::get<Index>(table.known[1].b.key), 3);
}

Partition two_labels() {
    Partition partition;
    partition.scope = Scope::view;
    partition.name = "fields";
    partition.n_clusters = 2;
    partition.labels = {1, 0};
    partition.confidence = {0.25, 1};
    return partition;
}

TEST(Table, LabelsAreJoinedToTheTableInItsOwnForm) {
    const ReadTable table = table_of("name;size;cluster;confidence\n\"a;b\";1,5;9;0,5000\nc \"q\";2,5;9;1,0000\n");
    EXPECT_EQ(kind_of(table, "cluster"), ColumnKind::unused);
    EXPECT_EQ(labelled_table(*table.source, std::vector{two_labels()}),
              "name;size;cluster;confidence\n\"a;b\";1,5;1;0,2500\n\"c \"\"q\"\"\";2,5;0;1,0000\n");
}

TEST(Table, ColumnsThatAreOnlyNamedLikeResultsAreKept) {
    for (const char* columns :
         {"cluster\na,1,4\nb,2,5\n", "confidence\na,1,0.5000\nb,2,0.2500\n",
          "cluster,confidence\na,1,4,0.5\nb,2,5,0.25\n", "cluster,confidence\na,1,M4,0.5000\nb,2,M5,0.2500\n",
          "cluster2,confidence1\na,1,4,0.5000\nb,2,5,0.2500\n"}) {
        const ReadTable table = table_of(std::string("name,size,") + columns);
        EXPECT_THAT(table.source->columns[2].how, testing::Not(testing::HasSubstr("earlier run"))) << columns;
        expect_error([&] { labelled_table(*table.source, std::vector{two_labels()}); }, ErrorCode::input,
                     "of its own, beside which that of the result could not be told apart; rename it");
    }
}

TEST(Table, AModelKeepsTheRecipeOfItsTable) {
    const TempFolder folder;
    const auto file = folder.write("records.csv", records());
    Context context;
    ReadRequest request;
    request.table = file;
    request.table_options.layout = TableLayout::kinds;
    request.select = {"fields"};
    const mvlink::Run run =
        cluster(read_problem(request, context), {.method = "kmeans", .options = {{"n_clusters", "2"}}}, context);
    write_run(folder.path() / "out", run, context);
    const Model model = read_model(folder.path() / "out");
    EXPECT_EQ(model.recipe, run.problem.recipe);
    request.table_recipe = model.recipe;
    const Problem again = read_problem(request, context);
    EXPECT_EQ(predict(model, again.data, context)[0].labels, run.result.partitions[0].labels);
}

}  // namespace
}  // namespace mvlink::test
