#include "io/readers.hpp"
#include "io/support.hpp"

#include <mvlink/io.hpp>
#include <mvlink/judgements.hpp>

namespace mvlink::test {
namespace {

std::vector<Judgement> judgements_of(const std::string& text) {
    return io::parse_judgements(io::bytes_of(text, "answers.csv"));
}

std::string key(const InstanceRef& ref) {
    const auto* text = std::get_if<std::string>(&ref.key);
    return text != nullptr ? *text : std::to_string(std::get<Index>(ref.key));
}

TEST(Answers, AreReadInTheirUsualSpellings) {
    for (const char* word :
         {"same", "Yes", "y", "TRUE", "1", "1.0", "must-link", "Must_Link", "ml", "together", "match", "duplicate"})
        EXPECT_EQ(parse_answer(word), Judged::same) << word;
    for (const char* word :
         {"different", "No", "n", "false", "0", "0.0", "-1", "cannot-link", "CL", "apart", "non-match", "not same"})
        EXPECT_EQ(parse_answer(word), Judged::different) << word;
    for (const char* word : {"not-sure", "Not sure", "unsure", "?", "don't know", "skip", "NaN"})
        EXPECT_EQ(parse_answer(word), Judged::not_sure) << word;
    for (const char* word : {"", "2", "sometimes", "0.7"})
        EXPECT_FALSE(parse_answer(word)) << word;
}

TEST(Answers, AreReadInGermanAndFrench) {
    for (const char* word : {"gleich", "Ja", "zusammen", "DASSELBE", "oui", "même", "MÊME", "ensemble", "identique"})
        EXPECT_EQ(parse_answer(word), Judged::same) << word;
    for (const char* word :
         {"verschieden", "Nein", "ungleich", "getrennt", "non", "différent", "Différentes", "séparé"})
        EXPECT_EQ(parse_answer(word), Judged::different) << word;
    for (const char* word : {"unsicher", "weiß nicht", "vielleicht", "peut-être", "je ne sais pas", "pas sûr"})
        EXPECT_EQ(parse_answer(word), Judged::not_sure) << word;
}

TEST(Answers, ReadBackFromTheirNames) {
    for (const Judged answer : {Judged::same, Judged::different, Judged::not_sure})
        EXPECT_EQ(parse_answer(to_string(answer)), answer);
}

TEST(Judgements, ColumnsAreFoundUnderManyNames) {
    for (const char* header :
         {"a,b,type", "first,second,answer", "left,right,same", "id_1,id_2,judgement", "ID 1,ID 2,Match",
          "left_id,right_id,label", "record1,record2,is_match", "from,to,link", "item_a,item_b,verdict"}) {
        const auto found = judgements_of(std::string(header) + "\nada,bob,yes\n");
        ASSERT_EQ(found.size(), 1U) << header;
        EXPECT_EQ(key(found[0].a), "ada") << header;
        EXPECT_EQ(key(found[0].b), "bob") << header;
        EXPECT_EQ(found[0].answer, Judged::same) << header;
    }
}

TEST(Judgements, AHeaderWhoseLastNameIsAnAnswerIsNotTakenForALine) {
    EXPECT_EQ(judgements_of("Bird 1,Bird 2,same\nada,bob,yes\n").size(), 1U);
    EXPECT_EQ(judgements_of("car1,car2,match\nada,bob,1\n").size(), 1U);
    EXPECT_EQ(judgements_of("bird 1,bird 2,same\nbird 3,bird 4,different\n").size(), 2U);
    EXPECT_EQ(judgements_of("t1,t2,same\n").size(), 1U);
}

TEST(Judgements, BlankLinesAndTheLineOfTheSeparatorAreNoJudgements) {
    EXPECT_EQ(judgements_of("sep=;\r\na;b;type\r\n\r\nada;bob;yes\r\n\r\nada;eva;no\r\n").size(), 2U);
}

TEST(Judgements, SeparatorsTooManyAreNoFields) {
    EXPECT_EQ(judgements_of("a,b,type\nada,bob,yes,\nada,eva,no,,\n,,\n").size(), 2U);
    expect_error([] { judgements_of("a,b,type\nada,bob,yes,x\n"); }, ErrorCode::input, "line 2: 4 fields; expected 3");
}

TEST(Judgements, ColumnsMayHaveGermanAndFrenchNames) {
    for (const char* header : {"erster;zweiter;Antwort;Gewicht;wer", "Eintrag 1;Eintrag 2;Urteil;Gewicht;wer",
                               "links;rechts;gleich;gewicht;wer", "premier;deuxième;réponse;poids;qui",
                               "première;seconde;même;poids;qui", "gauche;droite;avis;poids;qui"}) {
        const auto found = judgements_of(std::string(header) + "\nada;bob;oui;2;kim\n");
        ASSERT_EQ(found.size(), 1U) << header;
        EXPECT_EQ(key(found[0].a), "ada") << header;
        EXPECT_EQ(key(found[0].b), "bob") << header;
        EXPECT_EQ(found[0].answer, Judged::same) << header;
        EXPECT_EQ(found[0].weight, 2) << header;
        EXPECT_EQ(found[0].person, "kim") << header;
    }
}

TEST(Judgements, ThingsMayHaveAnyNameIfTheTwoSidesAreNamedAlike) {
    for (const char* header : {"nr,Bird 1,Bird 2,same species?,remark", "nr,car_left,car_right,opinion,remark",
                               "nr,bird A,bird B,equal,remark", "nr,first wine,second wine,x,remark"}) {
        const auto found = judgements_of(std::string(header) + "\n7,ada,bob,yes,near\n8,ada,cem,no,\n");
        ASSERT_EQ(found.size(), 2U) << header;
        EXPECT_EQ(key(found[0].a), "ada") << header;
        EXPECT_EQ(key(found[0].b), "bob") << header;
        EXPECT_EQ(found[0].answer, Judged::same) << header;
        EXPECT_EQ(found[1].answer, Judged::different) << header;
    }
}

TEST(Judgements, WhatCouldBeEitherIsRefused) {
    expect_error([] { judgements_of("wine 1,wine 2,city 1,city 2,same\na,b,c,d,1\n"); }, ErrorCode::input,
                 "\"wine 1\" and \"wine 2\" could be the pair, or \"city 1\" and \"city 2\"");
    expect_error([] { judgements_of("wine 1,wine 2,red,sweet\na,b,yes,no\n"); }, ErrorCode::input,
                 "\"red\" and \"sweet\" both hold answers");
    expect_error([] { judgements_of("wine 1,wine 2,words\na,b,often\n"); }, ErrorCode::input,
                 "no column \"type\" among \"wine 1\", \"wine 2\", \"words\"; \"words\" holds \"often\", which is not "
                 "an answer");
}

TEST(Judgements, AYesUnderDifferentIsRefused) {
    for (const char* header : {"a,b,different", "id1,id2,Is different?", "first,second,cannot-link", "a,b,Distance"}) {
        for (const char* answer : {"yes", "1", "0", "no"}) {
            expect_error([&] { judgements_of(fmt::format("{}\nada,bob,{}\n", header, answer)); }, ErrorCode::input,
                         "could mean either; expected same or different there, or a column \"same\"");
        }
    }
    EXPECT_EQ(judgements_of("a,b,different\nada,bob,different\n")[0].answer, Judged::different);
}

TEST(Judgements, FilesOfSpreadsheetsAreDecoded) {
    EXPECT_EQ(key(judgements_of("a,b,type\nCaf\xE9,x,same\n")[0].a), "Caf\xC3\xA9");
}

TEST(Judgements, OtherColumnsAreIgnoredAndWeightAndPersonAreRead) {
    const auto found =
        judgements_of("why,annotator,second,first,when,answer,weight\n\"a, b\",kim,r2,r1,today,no,0.5\n");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(key(found[0].a), "r1");
    EXPECT_EQ(found[0].person, "kim");
    EXPECT_EQ(found[0].weight, 0.5);
    EXPECT_EQ(found[0].answer, Judged::different);
    EXPECT_EQ(found[0].where, "answers.csv line 2");
}

TEST(Judgements, SemicolonsTabsAndAMissingHeaderAreRecognised) {
    EXPECT_EQ(judgements_of("first;second;answer\nr1;r2;yes\n").size(), 1U);
    EXPECT_EQ(judgements_of("first\tsecond\tanswer\nr1\tr2\tyes\n").size(), 1U);
    const auto bare = judgements_of("r1,r2,same\nr1,r3,different\n");
    ASSERT_EQ(bare.size(), 2U);
    EXPECT_EQ(bare[1].answer, Judged::different);
}

TEST(Judgements, QuestionsWithoutAnAnswerAreLeftOut) {
    EXPECT_EQ(judgements_of("a,b,why,answer\nr1,r2,near,\nr1,r3,far,no\n").size(), 1U);
}

TEST(Judgements, ZeroIsDifferentUnlessTheFileSaysMinusOne) {
    EXPECT_EQ(judgements_of("a,b,same\n1,2,0\n")[0].answer, Judged::different);
    EXPECT_EQ(judgements_of("a,b,same\n1,2,0\n1,3,-1\n")[0].answer, Judged::not_sure);
}

TEST(Judgements, PersonsThatDisagreeAreSettledByTheMajority) {
    const auto found =
        constraints_of(judgements_of("a,b,answer,person\nr1,r2,yes,ada\nr2,r1,yes,bob\nr1,r2,no,eve\n"
                                     "r1,r3,yes,ada\nr1,r3,no,bob\nr4,r5,no,ada\nr6,r7,not sure,ada\n"));
    ASSERT_EQ(found.constraints.size(), 2U);
    EXPECT_EQ(found.constraints[0].link, Link::must);
    EXPECT_DOUBLE_EQ(found.constraints[0].weight, 1.0 / 3);  // two against one
    EXPECT_EQ(found.constraints[1].link, Link::cannot);
    EXPECT_EQ(found.disputed, 2);
    EXPECT_EQ(found.tied, 1);
    EXPECT_EQ(found.not_sure, 1);
}

TEST(Judgements, OnePersonWhoSaysBothKeepsBoth) {
    EXPECT_EQ(constraints_of(judgements_of("a,b,type\n0,1,ml\n0,1,cl\n")).constraints.size(), 2U);
}

TEST(Judgements, AWrongNameGetsTheNearestOne) {
    const View view = View::dense("x", 3, 1, std::vector<double>{1, 2, 3}).with_ids({"anna", "bert", "carl"});
    const auto specs = constraints_of(judgements_of("first,second,answer\nanna,betr,yes\n")).constraints;
    try {
        (void)Dataset(view).with_constraints(std::span<const ConstraintSpec>(specs));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(),
                    testing::HasSubstr("answers.csv line 2: id \"betr\" is not in view \"x\"; did you mean \"bert\"?"));
    }
}

TEST(Judgements, WrongNamesAreListedAtOnce) {
    const View view = View::dense("x", 2, 1, std::vector<double>{1, 2}).with_ids({"anna", "bert"});
    const auto refusal = [&](const std::string& lines) {
        const auto specs = constraints_of(judgements_of("first,second,answer\n" + lines)).constraints;
        try {
            (void)Dataset(view).with_constraints(std::span<const ConstraintSpec>(specs));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string first = "answers.csv line 3: id \"betr\" is not in view \"x\"; did you mean \"bert\"?";
    EXPECT_EQ(refusal("anna,bert,no\nanna,betr,yes\n"), first);
    EXPECT_EQ(refusal("anna,bert,no\nanna,betr,yes\nbetr,ana,no\n"), first + "; \"ana\" is not there either");
    EXPECT_EQ(refusal("anna,bert,no\nanna,betr,yes\nc,d,no\ne,f,no\ng,h,no\ni,j,no\n"),
              first + "; \"c\", \"d\", \"e\", \"f\", \"g\" and 3 more names are not there either");
}

}  // namespace
}  // namespace mvlink::test
