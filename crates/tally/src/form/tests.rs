//! Forms with faults, and the messages to the judge.

use super::*;

type Form = Answers<&'static str>;

/// Checks one form about `left` and `right` and the message to the judge; the message is empty for a correct form.
#[track_caller]
fn check_form(question: &Question, fill: impl FnOnce(&mut Form), told: &str) {
    check_after(question, &[], fill, told);
}

#[track_caller]
fn check_after(question: &Question, others: &[&Form], fill: impl FnOnce(&mut Form), told: &str) {
    let mut answers = Form::default();
    fill(&mut answers);
    let found = check(std::slice::from_ref(question), &BTreeSet::from(["left", "right"]), &answers, others);
    assert_eq!(found.err().map(|fault| fault.to_string()).unwrap_or_default(), told);
}

fn both<T>(left: T, right: T) -> BTreeMap<&'static str, T> {
    BTreeMap::from([("left", left), ("right", right)])
}

fn number(text: &str) -> Decimal {
    text.parse().unwrap()
}

#[test]
fn a_choice_names_one_of_the_two() {
    let choice = Question::Choice;
    check_form(&choice, |form| form.choice = Some("right"), "");
    check_form(&choice, |_| {}, "say which of the two is the human: left or right");
    for stranger in ["middle", "t3", "Left", "", "left ", "both", "neither", "E1", "only", "human"] {
        let told = format!("{stranger} is not in this interview: answer about left and right");
        check_form(&choice, |form| form.choice = Some(stranger), &told);
    }
    check_form(
        &choice,
        |form| {
            form.choice = Some("left");
            form.verdicts = both(Verdict::Human, Verdict::Machine);
        },
        "this form does not ask for a verdict: leave it out",
    );
}

#[test]
fn a_verdict_is_given_on_everyone_and_is_unsure_only_where_that_is_allowed() {
    let (sure, unsure) = (Question::Verdict { unsure: false }, Question::Verdict { unsure: true });
    let fill = |verdicts: &[(&'static str, Verdict)]| {
        let verdicts = verdicts.iter().copied().collect();
        move |form: &mut Form| form.verdicts = verdicts
    };
    use Verdict::{Human, Machine, Unsure};
    check_form(&sure, fill(&[("left", Human), ("right", Human)]), "");
    check_form(&unsure, fill(&[("left", Unsure), ("right", Machine)]), "");
    check_form(&sure, fill(&[]), "say what left is: human or machine");
    check_form(&unsure, fill(&[]), "say what left is: human, machine or unsure");
    check_form(&sure, fill(&[("left", Human)]), "say what right is: human or machine");
    check_form(&sure, fill(&[("right", Machine)]), "say what left is: human or machine");
    check_form(&unsure, fill(&[("left", Unsure)]), "say what right is: human, machine or unsure");
    let told = "unsure is no answer here: say whether left is human or machine";
    check_form(&sure, fill(&[("left", Unsure), ("right", Human)]), told);
    check_form(&sure, fill(&[("left", Unsure)]), told);
    let told = "unsure is no answer here: say whether right is human or machine";
    check_form(&sure, fill(&[("left", Machine), ("right", Unsure)]), told);
    let told = "t3 is not in this interview: answer about left and right";
    check_form(&sure, fill(&[("left", Human), ("right", Human), ("t3", Human)]), told);
    check_form(&sure, |form| form.choice = Some("left"), "say what left is: human or machine");
    let told = "this form does not ask for points: leave it out";
    check_form(
        &sure,
        |form| {
            form.verdicts = both(Human, Machine);
            form.split = both(50, 50);
        },
        told,
    );
}

#[test]
fn a_rating_is_a_number_on_the_scale_and_no_finer_than_allowed() {
    let rating = |decimals| Question::Rating {
        name: "humanness".to_owned(),
        text: "How human?".to_owned(),
        from: 1,
        to: 5,
        decimals,
        anchors: vec![],
    };
    let fill = |left: &str, right: &str| {
        let ratings = both(number(left), number(right));
        move |form: &mut Form| form.ratings = BTreeMap::from([("humanness".to_owned(), ratings)])
    };
    check_form(&rating(0), fill("1", "5"), "");
    check_form(&rating(2), fill("3.25", "4.5"), "");
    check_form(&rating(2), |_| {}, "rate humanness for left: a number from 1 to 5");
    for (bad, told) in [
        ("0", "0 for the humanness of right is not on the scale: give a number from 1 to 5"),
        ("6", "6 for the humanness of right is not on the scale: give a number from 1 to 5"),
        ("5.01", "5.01 for the humanness of right is not on the scale: give a number from 1 to 5"),
        ("0.999", "0.999 for the humanness of right is not on the scale: give a number from 1 to 5"),
        ("1000000", "1000000 for the humanness of right is not on the scale: give a number from 1 to 5"),
        ("3.255", "3.255 for the humanness of right is too fine: give at most 2 decimal places"),
    ] {
        check_form(&rating(2), fill("3", bad), told);
    }
    check_form(&rating(0), fill("3", "3.5"), "3.5 for the humanness of right is too fine: give a whole number");
    check_form(
        &rating(1),
        fill("3.25", "3"),
        "3.25 for the humanness of left is too fine: give at most 1 decimal place",
    );
    check_form(
        &rating(0),
        |form| form.ratings = BTreeMap::from([("humanness".to_owned(), BTreeMap::from([("left", number("3"))]))]),
        "rate humanness for right: a number from 1 to 5",
    );
    check_form(
        &rating(0),
        |form| form.ratings = BTreeMap::from([("wit".to_owned(), both(number("3"), number("3")))]),
        "rate humanness for left: a number from 1 to 5",
    );
    check_form(
        &rating(0),
        |form| {
            fill("1", "2")(form);
            form.ratings.insert("wit".to_owned(), both(number("3"), number("3")));
        },
        "this form does not ask for a rating of wit: leave it out",
    );
}

#[test]
fn points_are_shared_out_whole_with_a_winner() {
    let split = Question::Split { total: 100, winner: 51, again: false };
    let fill = |left: u16, right: u16| move |form: &mut Form| form.split = both(left, right);
    check_form(&split, fill(49, 51), "");
    check_form(&split, fill(100, 0), "");
    check_form(&split, |_| {}, "give points to left as well: 100 are to be shared out, and 0 is a number");
    check_form(
        &split,
        |form| form.split = BTreeMap::from([("left", 100)]),
        "give points to right as well: 100 are to be shared out, and 0 is a number",
    );
    check_form(&split, fill(50, 50), "neither has more than 50 points: one of the two must have at least 51");
    for (left, right) in [(40, 50), (0, 0), (60, 60), (100, 1), (1, 100), (65535, 65535)] {
        let found = u32::from(left) + u32::from(right);
        check_form(&split, fill(left, right), &format!("the points add up to {found}: share out exactly 100"));
    }
    check_form(
        &split,
        |form| form.split = BTreeMap::from([("left", 40), ("right", 40), ("t3", 20)]),
        "t3 is not in this interview: answer about left and right",
    );
    check_form(
        &split,
        |form| {
            form.split = both(40, 60);
            form.confidence = Some(90);
        },
        "this form does not ask for a confidence: leave it out",
    );
}

/// Source: case 3 of the project's notes on the rules; the rule is that of 2006.
#[test]
fn a_judge_may_not_share_out_alike_twice_whichever_side_had_more() {
    let split = Question::Split { total: 100, winner: 51, again: false };
    let form = |left, right| Form { split: both(left, right), ..Form::default() };
    let first = form(40, 60);
    let told =
        "you have shared out 40 to 60 before (whichever of the two had more): choose numbers you have not used yet";
    check_after(&split, &[&first], |form| form.split = both(60, 40), told);
    check_after(&split, &[&first], |form| form.split = both(40, 60), told);
    check_after(&split, &[&first], |form| form.split = both(55, 45), "");
    let (third, fourth) = (form(55, 45), form(70, 30));
    check_after(&split, &[&first, &third, &fourth], |form| form.split = both(54, 46), "");

    let used = [form(51, 49), form(52, 48), form(53, 47)];
    let used: Vec<&Form> = used.iter().collect();
    check_after(&split, &used, |form| form.split = both(54, 46), "");

    let again = Question::Split { total: 100, winner: 51, again: true };
    check_after(&again, &[&first], |form| form.split = both(60, 40), "");
}

#[test]
fn a_confidence_is_a_whole_per_cent() {
    let confidence = Question::Confidence;
    check_form(&confidence, |form| form.confidence = Some(0), "");
    check_form(&confidence, |form| form.confidence = Some(100), "");
    check_form(&confidence, |_| {}, "say how sure you are, in per cent from 0 to 100");
    for found in [101, 110, 200, 255] {
        let told = format!("{found} per cent is too sure: the most is 100");
        check_form(&confidence, |form| form.confidence = Some(found), &told);
    }
}

#[test]
fn a_reason_may_be_left_out_unless_it_is_asked_for_and_is_never_too_long() {
    let reason = |required| Question::Reason { characters: 5, required };
    let fill = |text: &str| {
        let text = text.to_owned();
        move |form: &mut Form| form.reason = Some(text)
    };
    check_form(&reason(false), |_| {}, "");
    check_form(&reason(false), fill(""), "");
    check_form(&reason(true), fill("naïve"), "");
    check_form(&reason(true), fill("日本語です"), "");
    for blank in ["", " ", "\n", "\t  "] {
        check_form(&reason(true), fill(blank), "give your reason, in at most 5 characters");
    }
    check_form(&reason(true), |_| {}, "give your reason, in at most 5 characters");
    check_form(&reason(false), fill("too long"), "your reason has 8 characters: shorten it to 5");
    check_form(&reason(true), fill("      "), "give your reason, in at most 5 characters");
    check_form(&reason(false), fill("ééééééé"), "your reason has 7 characters: shorten it to 5");
    check_form(
        &Question::Choice,
        |form| {
            form.choice = Some("left");
            form.reason = Some("x".to_owned());
        },
        "this form does not ask for a reason: leave it out",
    );
}

/// Checks a ranking of t1, t2 and t3, groups parted by blanks and level ones joined by `=`.
#[track_caller]
fn check_order(equals: bool, order: &str, told: &str) {
    let rules = RankingRules::of(rulebook::schema::RankFrom::MostHuman, equals);
    let order: Vec<Vec<&str>> =
        order.split(' ').map(|group| group.split('=').filter(|label| !label.is_empty()).collect()).collect();
    let found = check_ranking(rules, &BTreeSet::from(["t1", "t2", "t3"]), &order);
    assert_eq!(found.err().map(|fault| fault.to_string()).unwrap_or_default(), told);
}

#[test]
fn a_ranking_has_everyone_met_once() {
    check_order(false, "t3 t1 t2", "");
    check_order(true, "t3=t1 t2", "");
    check_order(true, "t3=t1=t2", "");
    check_order(false, "t3=t1 t2", "t3 and t1 are level: put one before the other");
    check_order(false, "t3=t1=t2", "t3, t1 and t2 are level: put one before the other");
    check_order(false, "t3 t1", "t2 is missing from your order: give everyone you met a place");
    check_order(true, "t1=t2", "t3 is missing from your order: give everyone you met a place");
    check_order(false, "t3 t1 t3", "t3 is in your order twice: give everyone one place");
    check_order(true, "t3=t3 t1 t2", "t3 is in your order twice: give everyone one place");
    check_order(false, "t3 t1 t2 t4", "you have not met t4: leave t4 out of your order");
    check_order(false, "left right", "you have not met left: leave left out of your order");
    check_order(false, "t3  t1 t2", "place 2 of your order is empty: fill it or leave it out");
    check_order(false, "", "place 1 of your order is empty: fill it or leave it out");
    let rules = RankingRules::of(rulebook::schema::RankFrom::LeastHuman, false);
    let nobody = check_ranking(rules, &BTreeSet::from(["t1"]), &[]).unwrap_err().to_string();
    assert_eq!(nobody, "t1 is missing from your order: give everyone you met a place");
}
