//! Time of day, dates, the calendar, and the rounds of the contest.

use jiff::{
    Span,
    civil::{DateTime, Weekday},
};

use crate::{
    answer::{Answer, sure},
    contest::{Stage, later, minutes_between},
    mind::Mind,
    numbers,
    text::{Sentence, capital},
};

const CONTEST: &str = "contest|competition|test|event|tournament|final|session|match";
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const SEASONS: [&str; 4] = ["winter", "spring", "summer", "autumn"];

/// Units of the calendar: how many of the first make one of the second.
const UNITS: [(&str, &str, u32); 17] = [
    ("second", "minute", 60),
    ("second", "hour", 3600),
    ("minute", "hour", 60),
    ("minute", "day", 1440),
    ("hour", "day", 24),
    ("hour", "week", 168),
    ("day", "week", 7),
    ("day", "fortnight", 14),
    ("day", "year", 365),
    ("week", "year", 52),
    ("month", "year", 12),
    ("season", "year", 4),
    ("year", "decade", 10),
    ("year", "century", 100),
    ("week", "fortnight", 2),
    ("year", "millennium", 1000),
    ("decade", "century", 10),
];

/// Answers questions about time.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    let text = clock(asked, mind)
        .or_else(|| rounds(asked, mind))
        .or_else(|| part_of_day(asked, mind.now))
        .or_else(|| dates(asked, mind.now))
        .or_else(|| calendar(asked))?;
    sure(92, text)
}

/// The time as on a clock of twelve hours.
fn shown(moment: DateTime) -> String {
    let (hour, half) = (moment.hour(), if moment.hour() < 12 { "AM" } else { "PM" });
    format!("{}:{:02} {half}", if hour % 12 == 0 { 12 } else { hour % 12 }, moment.minute())
}

fn clock(asked: &Sentence, mind: &Mind) -> Option<String> {
    let now = mind.now;
    if asked.is(&[
        "what time is it *",
        "what time it is *",
        "what time do you have *",
        "what is|'s the ?current|exact|right time *",
        "what the ?current|exact time is *",
        "what hour is it *",
        "how late is it *",
        "have you got the time *",
        "do you have the time *",
        "the time *",
        "what does the|your clock|watch say *",
        "what time does your|the clock|watch *",
    ]) {
        return Some(format!("It is {}.", shown(now)));
    }
    if let Some(parts) = asked.first(&[
        "what time will it be in + (minutes|minute|hours|hour) *",
        "what time is it in + (minutes|minute|hours|hour) *",
    ]) {
        return Some(format!("It will be {}.", shown(later(now, minutes(&parts[0], &parts[1])?))));
    }
    if let Some(parts) = asked.first(&["what time was it + (minutes|minute|hours|hour) ago *"]) {
        return Some(format!("It was {}.", shown(later(now, -minutes(&parts[0], &parts[1])?))));
    }
    if asked.is(&["how long have we|you|i been talking|chatting|speaking|here *", "how long * this conversation *"]) {
        return Some(format!("We have been talking for {}.", lasting(minutes_between(mind.began, now))));
    }
    if asked.is(&["when did we start|begin *", "what time did we start|begin *"]) {
        return Some(format!("We began at {}.", shown(mind.began)));
    }
    None
}

fn minutes(number: &str, unit: &str) -> Option<i64> {
    let words: Vec<String> = number.split(' ').map(str::to_owned).collect();
    let count = match number {
        "a" | "an" => 1,
        "half an" => return Some(30),
        _ => numbers::leading(&words)?.0,
    };
    (count.abs() < 100_000).then_some(if unit.starts_with("hour") { count * 60 } else { count })
}

fn lasting(minutes: i64) -> String {
    let unit = |count: i64, unit: &str| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    match (minutes / 60, minutes % 60) {
        (0, 0) => "less than a minute".to_owned(),
        (0, minutes) => unit(minutes, "minute"),
        (hours, 0) => unit(hours, "hour"),
        (hours, minutes) => format!("{} and {}", unit(hours, "hour"), unit(minutes, "minute")),
    }
}

fn rounds(asked: &Sentence, mind: &Mind) -> Option<String> {
    let about_rounds = asked.low.iter().any(|word| word == "round" || word == "rounds");
    let about_contest = asked.low.iter().any(|word| CONTEST.split('|').any(|contest| contest == word));
    if !about_rounds && !about_contest {
        return None;
    }
    let Some(contest) = mind.contest else {
        return about_rounds.then(|| "Nobody has told me about the rounds, so I take this to be the first.".to_owned());
    };
    let stage = contest.stage(mind.now);
    let start = shown(contest.start);
    let has = |words: &[&str]| asked.low.iter().any(|word| words.contains(&word.as_str()));
    let round = match stage {
        Stage::Before(minutes) => {
            format!("No round has begun: the first starts at {start}, in {}.", lasting(minutes))
        }
        Stage::Round(round, _) => format!("This is round {round} of {}.", contest.rounds),
        Stage::After => format!("All {} rounds are over.", contest.rounds),
    };
    let left = |round: i64| i64::from(contest.rounds) - round;
    let is_length = has(&["long", "minutes", "duration", "length"]) && has(&["how", "what"]);
    Some(match stage {
        _ if asked.is(&[
            "how many rounds * left *",
            "how many * rounds * left|remain|more|come|go|follow|after *",
            "how many more rounds *",
        ]) =>
        {
            match stage {
                Stage::Round(now, _) => format!("{} after this one.", capital(&counted(left(now)))),
                Stage::Before(_) => format!("All {}.", contest.rounds),
                Stage::After => "None.".to_owned(),
            }
        }
        Stage::Round(now, _) if asked.is(&["how many rounds * been|over|played|passed|finished|done|before|had *"]) => {
            format!("{} before this one.", capital(&counted(now - 1)))
        }
        _ if has(&["many"]) && about_rounds && !is_length => format!("There are {} rounds.", contest.rounds),
        Stage::Round(_, minutes)
            if has(&["left", "remain", "remaining", "until", "till", "over", "end", "ends", "finish", "finished"])
                && about_rounds =>
        {
            format!("This round ends at {}, in {}.", shown(later(mind.now, minutes)), lasting(minutes))
        }
        Stage::Round(_, minutes)
            if about_rounds && has(&["next"]) && has(&["when", "time", "begin", "start", "long"]) =>
        {
            format!("The next round starts at {}, in {}.", shown(later(mind.now, minutes)), lasting(minutes))
        }
        Stage::Round(now, _) if has(&["next"]) && about_rounds => format!("The next one is round {}.", now + 1),
        Stage::Round(now, _) if has(&["last", "final"]) && about_rounds && asked.low[0] == "is" => {
            if left(now) == 0 {
                "Yes, this is the last round.".to_owned()
            } else {
                format!("No, this is round {now} of {}.", contest.rounds)
            }
        }
        Stage::Round(now, _) if has(&["previous", "last"]) && about_rounds => {
            format!("The one before was round {}.", now - 1)
        }
        _ if is_length && about_rounds => format!("A round takes {}.", lasting(i64::from(contest.round_minutes))),
        _ if about_contest && has(&["end", "ends", "over", "finish"]) => {
            format!("It ends at {}.", shown(contest.end()))
        }
        _ if about_contest
            && has(&["start", "starts", "begin", "begins", "started", "began", "starting"])
            && has(&["long"]) =>
        {
            format!("It started {} ago.", lasting(minutes_between(contest.start, mind.now)))
        }
        _ if about_contest && has(&["start", "starts", "begin", "begins", "started", "began", "scheduled"]) => {
            format!("It starts at {start} on {}.", dated(contest.start))
        }
        _ if about_contest && has(&["long"]) => {
            format!("It takes {}.", lasting(minutes_between(contest.start, contest.end())))
        }
        _ if about_contest && asked.is(&["what day *", "what date *", "when is *"]) => {
            format!("It is on {}, and starts at {start}.", dated(contest.start))
        }
        _ if about_rounds
            && asked.is(&["what|which *", "in what|which *", "is this|it *", "the number *", "how far *"]) =>
        {
            round
        }
        _ => return None,
    })
}

fn counted(number: i64) -> String {
    if number == 0 { "none".to_owned() } else { numbers::words(number) }
}

fn part_of_day(asked: &Sentence, now: DateTime) -> Option<String> {
    const PARTS: [&str; 8] = ["morning", "noon", "midday", "afternoon", "evening", "night", "midnight", "day"];
    let is_open = asked.is(&["what ?part|time of ?the day is it *", "what part of the day *", "what time of day *"]);
    let parts = asked.first(&["is it|this ?now ?in|still|already|currently ?the|before|after *"]);
    if !is_open && !parts.is_some_and(|_| asked.low.iter().any(|word| PARTS.contains(&word.as_str()))) {
        return None;
    }
    let named: Vec<&str> = PARTS.into_iter().filter(|part| asked.low.iter().any(|word| word == part)).collect();
    let has = |word: &str| asked.low.iter().any(|other| other == word);
    let here = match now.hour() {
        12 if now.minute() < 30 && !has("afternoon") => "noon",
        5..12 => "morning",
        12..18 => "afternoon",
        18..22 => "evening",
        _ => "night",
    };
    if has("before") || has("after") {
        let before = has("before") == (now.hour() < if has("midday") || has("noon") { 12 } else { 24 });
        return Some(format!("{}, it is {}.", if before { "Yes" } else { "No" }, shown(now)));
    }
    if named.len() == 1 {
        let yes = named[0] == here || named[0] == "day" && !matches!(here, "night");
        return Some(format!("{}, it is {}: {here}.", if yes { "Yes" } else { "No" }, shown(now)));
    }
    let chosen = if named.contains(&here) || is_open {
        here
    } else {
        match here {
            "evening" if named.contains(&"night") => "night",
            "evening" | "afternoon" if named.contains(&"afternoon") => "afternoon",
            "night" => "night",
            _ if named.contains(&"day") && named.contains(&"night") => "day",
            other => other,
        }
    };
    Some(format!("It is {chosen}."))
}

fn dated(moment: DateTime) -> String {
    let month = MONTHS[usize::from(moment.month().unsigned_abs()) - 1];
    format!("{}, {} {month} {}", day_name(moment.weekday()), moment.day(), moment.year())
}

fn day_name(day: Weekday) -> &'static str {
    DAYS[usize::from(day.to_monday_zero_offset().unsigned_abs())]
}

fn dates(asked: &Sentence, now: DateTime) -> Option<String> {
    let days = |days: i64| Span::new().try_days(days).and_then(|span| now.checked_add(span)).unwrap_or(now);
    let month = usize::from(now.month().unsigned_abs()) - 1;
    let season = SEASONS[(month + 1) / 3 % 4];
    let day = day_name(now.weekday());
    if asked.is(&["what day comes|is after|before *", "which day comes|is|follows *"]) {
        return None;
    }
    let weekend = matches!(now.weekday(), Weekday::Saturday | Weekday::Sunday);
    Some(match () {
        () if asked.is(&["what|which day * day after tomorrow *"]) => {
            format!("The day after tomorrow is {}.", day_name(days(2).weekday()))
        }
        () if asked.is(&["what|which day * day before yesterday *"]) => {
            format!("The day before yesterday was {}.", day_name(days(-2).weekday()))
        }
        () if asked.is(&["what|which day * tomorrow *"]) => format!("Tomorrow is {}.", day_name(days(1).weekday())),
        () if asked.is(&["what|which day * yesterday *"]) => format!("Yesterday was {}.", day_name(days(-1).weekday())),
        () if asked.is(&["what|which date * tomorrow *", "what is|'s tomorrow 's date"]) => {
            format!("Tomorrow is {}.", dated(days(1)))
        }
        () if asked.is(&[
            "what is|'s the|today ?'s|todays date *",
            "what|which date is|do|have *",
            "what is|'s ?the date *",
            "what day of the month *",
        ]) =>
        {
            format!("Today is {}.", dated(now))
        }
        () if asked.is(&[
            "what|which day is|it ?it ?is ?today|now *",
            "what|which day of the week *",
            "what is today",
            "what|which day do we have *",
            "what weekday *",
            "what is the day *",
        ]) =>
        {
            format!("It is {day}.")
        }
        () if asked.is(&["is it|today ?a|the weekend *", "is it|today ?a|the weekday *"]) => {
            let yes = weekend == asked.low.iter().any(|word| word == "weekend");
            format!("{}, it is {day}.", if yes { "Yes" } else { "No" })
        }
        () if asked.is(&["what|which month * next *", "what|which month comes next"]) => {
            format!("Next comes {}.", MONTHS[(month + 1) % 12])
        }
        () if asked.is(&["what|which month * last *"]) => format!("Last month was {}.", MONTHS[(month + 11) % 12]),
        () if asked.is(&["what|which month is|are|do|it *", "in what|which month *"]) => {
            format!("It is {}.", MONTHS[month])
        }
        () if asked.is(&["what|which year is|are|do|it *", "in what|which year are *", "what is the year"]) => {
            format!("It is {}.", now.year())
        }
        () if asked.is(&["what|which season is|are|do|it *", "what season"]) => format!("It is {season}."),
        () if asked.is(&["is it (winter|spring|summer|autumn|fall) *"]) => {
            let asked = asked.low[2].replace("fall", "autumn");
            format!("{}, it is {season}.", if asked == season { "Yes" } else { "No" })
        }
        () => {
            let parts = asked.first(&["is it|today # ?today"])?;
            let named = capital(&parts[0]);
            let known = DAYS.contains(&named.as_str());
            return known
                .then(|| if named == day { format!("Yes, it is {day}.") } else { format!("No, it is {day}.") });
        }
    })
}

fn calendar(asked: &Sentence) -> Option<String> {
    if let Some(parts) = asked.first(&[
        "how many # ?are ?there in|has|make|makes|does|do ?one|a|an|each|half # *",
        "how many # ?are|does|do ?there ?in ?a|an|one # have|has *",
    ]) {
        let (small, large) = (singular(&parts[0]), singular(&parts[1]));
        if let Some((_, _, number)) = UNITS.iter().find(|unit| unit.0 == small && unit.1 == large) {
            let number = if asked.low.iter().any(|word| word == "half") { number / 2 } else { *number };
            return Some(format!("There are {number}."));
        }
    }
    if let Some(parts) = asked.first(&[
        "how many days does|do|has # ?have *",
        "how many days ?are|does ?there ?in|has|have # *",
        "how many days are ?there in # *",
    ]) {
        let month = MONTHS.iter().position(|month| month.to_lowercase() == parts[0])?;
        return Some(match month {
            1 => "There are 28, and 29 in a leap year.".to_owned(),
            3 | 5 | 8 | 10 => "There are 30.".to_owned(),
            _ => "There are 31.".to_owned(),
        });
    }
    let (list, next) = order_of_calendar(asked)?;
    Some(format!("{}.", capital(list[next])))
}

/// The list of days, months or seasons, and the place in it of the answer.
fn order_of_calendar(asked: &Sentence) -> Option<(&'static [&'static str], usize)> {
    let lists: [&[&str]; 3] = [&DAYS, &MONTHS, &SEASONS];
    let found = |word: &str| {
        lists
            .into_iter()
            .find_map(|list| list.iter().position(|name| name.eq_ignore_ascii_case(word)).map(|at| (list, at)))
    };
    if let Some(parts) = asked.first(&["what|which (day|month|season) ?of * ?comes|is|follows|come|directly|right|just|immediately (after|before|follows) #"])
        .or_else(|| asked.first(&["what|which (day|month|season) * (after|before|follows) # *"]))
    {
        let way = parts.iter().position(|part| ["after", "before", "follows"].contains(&part.as_str()))?;
        let (list, at) = found(parts.get(way + 1)?)?;
        let step = if parts[way] == "before" { list.len() - 1 } else { 1 };
        return Some((list, (at + step) % list.len()));
    }
    if let Some(parts) = asked.first(&["what|which is the (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|last) (day|month) of the|a (week|year)"]) {
        let list: &[&str] = if parts[1] == "day" { &DAYS } else { &MONTHS };
        let place = if parts[0] == "last" { list.len() } else { numbers::ordinal(&parts[0])? };
        return (place <= list.len()).then(|| (list, place - 1));
    }
    if let Some(parts) = asked.first(&["what|which comes after|before # *", "what follows # *"]) {
        let (list, at) = found(&parts[0])?;
        let step = if asked.low[2] == "before" { list.len() - 1 } else { 1 };
        return Some((list, (at + step) % list.len()));
    }
    None
}

fn singular(unit: &str) -> String {
    unit.trim_end_matches('s').replace("centurie", "century")
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    // The conversations of `check` begin at 10:47 on Saturday, 23 October 2010, in round 3 of 6.
    #[test]
    fn time_and_rounds() {
        check(
            "
            What time is it? => 10:47 AM
            Could you tell me what time it is, please? => 10:47 AM
            What round is this? => round 3
            Which round are we in now? => round 3
            Is it morning, noon, or night? => morning
            Is it afternoon? => No
            Is it day or night? => day
            How many rounds are there? => 6
            How many rounds are left after this one? => Three
            How long is each round? => 30 minutes
            When does this round end? => 11:00 AM
            How many minutes are left in this round? => 13 minutes
            When did the competition start? => 9:30 AM
            What time will it be in two hours? => 12:47 PM
            What time was it twenty minutes ago? => 10:27 AM
            ",
        );
    }

    #[test]
    fn dates_and_calendar() {
        check(
            "
            What day is it today? => Saturday
            What day of the week is it? => Saturday
            What day will it be tomorrow? => Sunday
            What day was it yesterday? => Friday
            What is today's date? => 23 October 2010
            Which month is it? => October
            What year is it? => 2010
            What season is it? => autumn
            Is it a weekday? => No, it is Saturday
            Is today Saturday? => Yes
            How many days are there in a week? => 7
            What day comes after Monday? => Tuesday
            Which month comes before May? => April
            How many days does June have? => 30
            ",
        );
    }
}
