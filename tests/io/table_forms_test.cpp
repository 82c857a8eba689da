// Cells and files as people and spreadsheets write them.
#include "io/support.hpp"
#include "io/table/values.hpp"
#include "io/table_support.hpp"

namespace mvlink::test {
namespace {

TEST(Table, NumbersAreReadAsPeopleWriteThem) {
    using io::table::number_of;
    const auto point = [](std::string_view cell) { return number_of(cell, false); };
    const auto comma = [](std::string_view cell) { return number_of(cell, true); };
    EXPECT_EQ(point("1,234,567.5"), 1234567.5);
    EXPECT_EQ(point("1 234\u00a0567"), 1234567.0);
    EXPECT_EQ(point("1\u202f234"), 1234.0);
    EXPECT_EQ(comma("1'234,5"), 1234.5);
    EXPECT_EQ(comma("1.234.567,5"), 1234567.5);
    EXPECT_EQ(point("\u22125"), -5.0);
    EXPECT_EQ(point("(3.5)"), -3.5);
    EXPECT_EQ(point("+1.5e3"), 1500.0);
    for (const char* cell : {"1,5", "12,34,567", "0,123,456", "1,234,5", "", "-", "e5", "nan", "inf", "1e999",
                             "10.0.0.1", "5 kg", "12:30", "2024-05-17", "1-2"})
        EXPECT_EQ(point(cell), std::nullopt) << cell;
}

TEST(Table, UnitsBesideNumbersAreRecognised) {
    using io::table::written_number;
    for (const auto& [cell, value, unit] :
         std::initializer_list<std::tuple<const char*, double, const char*>>{{"85 %", 85, "%"},
                                                                             {"$1,200.50", 1200.5, "$"},
                                                                             {"-\u20ac 3", -3, "\u20ac"},
                                                                             {"12 km/h", 12, "km/h"},
                                                                             {"3\u00a0\u00b5g", 3, "\u00b5g"},
                                                                             {"(4 EUR)", -4, "EUR"},
                                                                             {"13.5*", 13.5, "*"}}) {
        const auto found = written_number(cell, false);
        ASSERT_TRUE(found) << cell;
        EXPECT_EQ(found->value, value) << cell;
        EXPECT_EQ(found->unit, unit) << cell;
    }
    for (const char* cell : {"<5", "5+", "18-25", "R14", "3 to 4 rooms", "4 cylinders or more", "5?"})
        EXPECT_FALSE(written_number(cell, false)) << cell;
}

TEST(Table, AColumnOfNumbersInOneUnitIsNumbersAndTheRecipeKeepsTheUnit) {
    std::string text = "id,weight,mixed,views\n";
    for (int i = 0; i < 20; ++i)
        text += fmt::format("r{},{} kg,{} {},{}{}\n", i, i == 7 ? "heavy" : std::to_string(i), i, i % 2 ? "kg" : "lb",
                            i, i % 2 ? "k" : "");
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "weight"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "mixed"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "views"), ColumnKind::unused);  // 5 and 5k are not the same
    EXPECT_THAT(table.source->columns[1].how, testing::HasSubstr("in kg"));
    EXPECT_THAT(table.source->columns[2].how, testing::HasSubstr("several units"));
    const ReadTable again = table_of("id,weight\nn1,3 kg\nn2,3\nn3,3 lb\n", {}, table.source->recipe);
    const std::vector<double> X = values_of(again.views.front());  // weight and its gaps, row by row
    EXPECT_EQ(X[0], X[2]);
    EXPECT_EQ(X[4], 0);  // the mean, and marked
    EXPECT_EQ(X[5], 1);
}

TEST(Table, DigitsThatZerosFillUpAreCodesAndNoNumbers) {
    std::string text = "name,postcode,plant,month,size\n";
    for (int i = 0; i < 40; ++i)
        text += fmt::format("r{},{:05},{:04},{:02},{}\n", i, 601 + 947 * i, 17 + 1000 * (i % 3), 1 + i % 12, 100 + i);
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "postcode"), ColumnKind::unused);
    EXPECT_THAT(table.source->columns[1].how, testing::HasSubstr("name things"));
    EXPECT_EQ(kind_of(table, "plant"), ColumnKind::category);
    EXPECT_EQ(kind_of(table, "month"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "size"), ColumnKind::number);
    EXPECT_EQ(kind_of(table_of("id,a\nx,007\ny,7\nz,12\n"), "a"), ColumnKind::number);  // of several lengths
}

TEST(Table, ThousandsAreRecognisedByTheNumbersBelowAThousand) {
    const auto first_value = [](const std::string& text) {
        const ReadTable table = table_of(text);
        const std::vector<double> X = values_of(table.views.front());
        return std::pair(X[0] < X[2], table.source->columns[1].how);  // whether 1.234 is below 950
    };
    for (const char* text :
         {"p;price\na;1.234\nb;2.500\nc;950\nd;12.000\n", "p;price\na;1,234\nb;2,500\nc;950\nd;1,112,000\n"}) {
        const auto [is_below, how] = first_value(text);
        EXPECT_FALSE(is_below) << text;
        EXPECT_THAT(how, testing::HasSubstr("thousands are grouped")) << text;
    }
    for (const char* text :
         {"p;price\na;1.234\nb;2.500\nc;950.000\nd;12.000\n", "p;price\na;1.234\nb;2.5\nc;950\nd;12.125\n",
          "p;price\na;1.234\nb;0.250\nc;950\nd;12.125\n", "p;price\na;1.234\nb;2.500\nc;95\nd;12.125\n"})
        EXPECT_TRUE(first_value(text).first) << text;
}

TEST(Table, CodesForNoValueAreGapsIfTheyAreFarFromAllElse) {
    const auto gaps_of = [](const std::vector<std::string>& cells) {
        std::string text = "name,x\n";
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += fmt::format("r{},{}\n", i, cells[i]);
        const ReadTable table = table_of(text);
        return table.views.front().cols() == 2;  // x and its gaps
    };
    EXPECT_TRUE(gaps_of({"-999", "1.5", "3", "-999", "2"}));
    EXPECT_TRUE(gaps_of({"99", "1", "3", "99", "2"}));
    EXPECT_TRUE(gaps_of({"-99", "80", "3", "-99", "42"}));  // nothing else is below zero
    EXPECT_TRUE(gaps_of({"2024-01-02", "9999-12-31", "2024-03-01", "2024-02-01", "2024-02-07"}));
    EXPECT_FALSE(gaps_of({"-999", "1.5", "3", "4", "2"}));       // once
    EXPECT_FALSE(gaps_of({"999", "100", "900", "999", "500"}));  // not far
    EXPECT_FALSE(gaps_of({"-99", "-80", "3", "-99", "42"}));     // others are below zero
    EXPECT_FALSE(gaps_of({"-999", "-999", "5", "5", "5"}));      // two values
    EXPECT_FALSE(gaps_of({"-998", "1.5", "3", "-998", "2"}));
}

TEST(Table, TheRecipeKeepsCodesForNoValueAndThousands) {
    const ReadTable table = table_of("name;x;y\na;-999;1.234\nb;1;2.500\nc;2;950\nd;-999;12.000\n");
    const ReadTable again = table_of("name;x;y\ne;-999;3.000\nf;1;950\n", {}, table.source->recipe);
    const std::vector<double> X = values_of(again.views.front());  // x, its gaps, y
    ASSERT_EQ(again.views.front().cols(), 3);
    EXPECT_EQ(X[0], 0);
    EXPECT_EQ(X[1], 1);
    EXPECT_GT(X[2], X[5]);
}

TEST(Table, RemarksOnAFewRowsAreNoTexts) {
    std::string text = "name,x,y,remarks\n";
    for (int i = 0; i < 30; ++i) {
        const char* thing = i < 20 ? "tube" : "label";
        text += fmt::format("r{},{},{},{}\n", i, i % 2, 10 + i % 3,
                            i % 10 == 4 ? fmt::format("the {} was damaged in transport {}", thing, i) : "");
    }
    const ReadTable table = table_of(text);
    ASSERT_EQ(table.views.size(), 1U);
    EXPECT_EQ(table.views.front().name(), "fields");
    EXPECT_THAT(table.source->columns[3].how, testing::HasSubstr("text in 3 of 30 rows only"));
    TableOptions asked;
    asked.text = {"remarks"};
    EXPECT_EQ(table_of(text, asked).views.front().name(), "text");
}

TEST(Table, LinesOfSeparatorsAreNoRows) {
    const ReadTable table = table_of("name,x\na,1\n,\nb,2\n\nc,3\n,\n");
    EXPECT_EQ(table.source->rows, 3);
    TableOptions frame;
    frame.is_frame = true;
    EXPECT_EQ(table_of("\"0\",\"1\"\n1,2\n\"\",\"\"\n3,4\n", frame).source->rows, 3);  // every line of a frame is one
}

TEST(Table, FieldsPartedByBlanksAreRefused) {
    expect_error([] { table_of("id x y\nr1 11.5 1\nr2 3 2\n"); }, ErrorCode::input, "seem to be parted by blanks");
    EXPECT_EQ(table_of("words\nred apple pie\nred car\nfast car here\n").views.front().name(), "text");
}

TEST(Table, ColumnsOfWhichSomeAreNumbersSayWhichCellIsNone) {
    std::string text = "name,price,day\n";
    for (int i = 0; i < 20; ++i)
        text += fmt::format("r{},{},{}\n", i, i % 5 == 2 ? "ask us" + std::to_string(i) : std::to_string(10.25 * i),
                            i % 5 == 3 ? "soon" + std::to_string(i) : fmt::format("2024-01-{:02}", 1 + i));
    TableOptions options;
    options.columns = {"price", "day", "name"};
    options.category = {"name"};
    const ReadTable table = table_of(text, options);
    EXPECT_EQ(table.source->columns[1].how, "numbers in 16 of 20 cells only; \"ask us2\" on line 4 is none");
    EXPECT_EQ(table.source->columns[2].how, "dates in 16 of 20 cells only; \"soon3\" on line 5 is none");
}

TEST(Table, ANumberAmongDatesIsTheCellThatIsNone) {
    std::string text = "name,day,x\n";
    for (int i = 0; i < 10; ++i)
        text += fmt::format("r{},{},{}\n", i, i % 3 == 1 ? std::to_string(i) : fmt::format("2024-01-{:02}", 1 + i), i * i);
    EXPECT_EQ(table_of(text).source->columns[1].how, "dates in 7 of 10 cells only; \"1\" on line 3 is none");
}

TEST(Table, NumbersThatSomebodyWasGivenAreNoMeasurements) {
    std::string text = "Customer No.,PhoneNo,phone,PLZ,size,piano\n";
    for (int i = 0; i < 40; ++i)
        text += fmt::format("{},{},{},{},{},{}\n", 5000 + 37 * i, 900 + 41 * i, 700'000 + 977 * i,
                            10'115 + 991 * (i % 4), 100 + 3 * i, i * i);
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "Customer No."), ColumnKind::id);
    EXPECT_EQ(kind_of(table, "PhoneNo"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "phone"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "PLZ"), ColumnKind::category);
    EXPECT_EQ(kind_of(table, "size"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "piano"), ColumnKind::number);
}

TEST(Table, DecimalCommasInQuotesAreRecognisedBetweenCommas) {
    const ReadTable table = table_of("id,price,sold\na,\"1,5\",3\nb,\"2,25\",4\nc,\"0,5\",9\n");
    EXPECT_TRUE(table.source->decimal_comma);
    EXPECT_EQ(kind_of(table, "price"), ColumnKind::number);
    EXPECT_FALSE(table_of("id,people\na,\"1,500\"\nb,\"22,500\"\nc,\"5,750\"\n").source->decimal_comma);
}

TEST(Table, TheLineThatTellsSpreadsheetsTheSeparatorAndBlankLinesAreNoRows) {
    const ReadTable table = table_of("sep=;\r\n\r\nname;size\r\na;1,5\r\n\r\nb;2,5\r\n");
    EXPECT_EQ(table.source->delimiter, ';');
    EXPECT_EQ(table.source->rows, 2);
    EXPECT_EQ(kind_of(table, "size"), ColumnKind::number);
    EXPECT_EQ(table_of("\"sep=|\"\nname|size\na|1\nb|2\n").source->delimiter, '|');
}

TEST(Table, YearsAndCountsInTheFirstLineAreNamesOfColumns) {
    const ReadTable years = table_of("country,1960,1961,1962\nAruba,4.8,4.6,4.4\nChad,6.1,6.2,6.2\nPeru,6.9,6.8,6.8\n");
    EXPECT_TRUE(years.source->has_header);
    EXPECT_EQ(kind_of(years, "1961"), ColumnKind::number);
    EXPECT_TRUE(table_of("0,1,2,3,4\n27,29,10,8,2\n59,53,14,12,4\n").source->has_header);
    for (const char* text : {"1,2,3\n9,1,4\n2,2,7\n", "1,2,3,4,5\n6,7,8,9,10\n", "1990,5,7\n1991,4,3\n1992,3,3\n"})
        EXPECT_FALSE(table_of(text).source->has_header) << text;
}

TEST(Table, ManyThingsThatAColumnNamesAreNoCategory) {
    std::string text = "customer_id,region_id,amount\n";
    for (int i = 0; i < 240; ++i)
        text += fmt::format("{},{},{}.5\n", 1000 + i % 60 * 7, i % 4, i * 37 % 101);
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "customer_id"), ColumnKind::unused);
    EXPECT_EQ(kind_of(table, "region_id"), ColumnKind::category);
    TableOptions asked;
    asked.category = {"customer_id"};
    EXPECT_EQ(kind_of(table_of(text, asked), "customer_id"), ColumnKind::category);
}

TEST(Table, TextsThatTellNothingApartLeaveTheOtherColumns) {
    std::string text = "id,size,note\n";
    for (int i = 0; i < 30; ++i)
        text += fmt::format("r{},{}.5,\"the same remark as on line {}\"\n", i, i * i, 1000 + i);
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "size"), ColumnKind::number);
    EXPECT_EQ(kind_of(table, "note"), ColumnKind::unused);
}

TEST(Table, TextsOfScriptsWithoutSpacesAreTexts) {
    std::string text = "id,note,name\n";
    const char* notes[] = {"发票的金额不正确请尽快更正谢谢", "打印机无法打印只有空白的纸张"};
    for (int i = 0; i < 20; ++i)
        text += fmt::format("r{},{}{},张伟{}\n", i, notes[i % 2], i, i);
    const ReadTable table = table_of(text);
    EXPECT_EQ(kind_of(table, "note"), ColumnKind::text);
    EXPECT_EQ(kind_of(table, "name"), ColumnKind::unused);
}

TEST(Table, RowsAreComparedByTheirCellsNamesFirstAndNothingGivesAwayTheAnswer) {
    std::string text = "price,name,city,class\n";
    for (int i = 0; i < 12; ++i)
        text += fmt::format("{}.50 EUR,Person {},{},{}\n", i * i, i, i % 3 ? "Rome" : "Oslo", i % 2 ? "a" : "b");
    const ReadTable table = table_of(text);
    const std::vector<PairedCell> cells = paired_cells(*table.source, 1, 3);
    ASSERT_EQ(cells.size(), 3U);  // not the true classes
    EXPECT_EQ(cells[0].name, "name");
    EXPECT_EQ(cells[0].b, "Person 3");
    EXPECT_EQ(cells[0].features, 0);
    EXPECT_EQ(cells[1].a, "1.50 EUR");
    EXPECT_EQ(cells[1].first_feature, 0);
    EXPECT_EQ(cells[2].first_feature, 1);
    EXPECT_EQ(cells[2].features, 2);
    EXPECT_EQ(paired_cells(*table.source, 1, -1)[2].b, "");
}

TEST(Table, JoinedRowsAreTheBytesOfTheFile) {
    const std::string head = "\xEF\xBB\xBFsep=;\r\n";
    const ReadTable table = table_of(head + " name ;\"size\"\r\n\"plain\"; 1,50\r\n\r\n b ;\"two\r\nlines\"");
    Partition partition;
    partition.scope = Scope::view;
    partition.name = "fields";
    partition.n_clusters = 2;
    partition.labels = {1, 0};
    partition.confidence = {0.25, 1};
    EXPECT_EQ(labelled_table(*table.source, std::vector{partition}),
              head +
                  " name ;\"size\";cluster;confidence\r\n\"plain\"; 1,50;1;0,2500\r\n"
                  " b ;\"two\r\nlines\";0;1,0000\r\n");
}

}  // namespace
}  // namespace mvlink::test
