//! Time of day, dates, and the calendar.

use jiff::{
    Span,
    civil::{DateTime, Weekday},
};

use crate::{
    answer::{Answer, sure},
    contest::{later, minutes_between},
    mind::Mind,
    numbers,
    text::{Sentence, capital},
};

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
        .or_else(|| part_of_day(asked, mind.now))
        .or_else(|| dates(asked, mind.now))
        .or_else(|| calendar(asked))?;
    sure(92, text)
}

/// The time as on a clock of twelve hours.
pub(super) fn shown(moment: DateTime) -> String {
    let (hour, half) = (moment.hour(), if moment.hour() < 12 { "AM" } else { "PM" });
    format!("{}:{:02} {half}", if hour % 12 == 0 { 12 } else { hour % 12 }, moment.minute())
}

/// The time of day at the beginning of the words: `11:17`, `5 pm`, `noon`.
fn stated(words: &[String], day: DateTime) -> Option<DateTime> {
    let next = words.get(1).map(String::as_str);
    let first = words.first()?.replace('.', ":");
    let first = first.trim_end_matches("am").trim_end_matches("pm");
    let half = match next {
        _ if words[0].ends_with("pm") || next == Some("pm") => 12,
        _ => 0,
    };
    let (hour, minute): (i8, i8) = match first.split_once(':') {
        Some((hour, minute)) => (hour.parse().ok()?, minute.parse().ok()?),
        None if first == "noon" || first == "midday" => (12, 0),
        None if first == "midnight" => (0, 0),
        None if half > 0 || words[0].ends_with("am") || matches!(next, Some("am" | "o'clock")) => {
            (i8::try_from(numbers::of_word(first)?).ok()?, 0)
        }
        None => return None,
    };
    let hour = if half > 0 && hour < 12 { hour + 12 } else { hour };
    let time = jiff::civil::Time::new(hour, minute, 0, 0).ok()?;
    Some(day.date().to_datetime(time))
}

/// The first time of day in a sentence.
pub(super) fn any_stated(asked: &Sentence, day: DateTime) -> Option<DateTime> {
    (0..asked.low.len()).find_map(|place| stated(&asked.low[place..], day))
}

/// A time some minutes from one that the question states.
fn from_stated(asked: &Sentence, mind: &Mind) -> Option<String> {
    let start = any_stated(asked, mind.now)?;
    let asks = asked.is(&["* what time *", "* how late *", "when *", "* what will the clock *"]);
    let forward = asked.first(&[
        "* in + (minutes|minute|hours|hour) *",
        "* # (minutes|minute|hours|hour) later|after|from *",
        "* what time is|was it|will ?be + (minutes|minute|hours|hour) after|past *",
    ]);
    let back = asked.first(&["* # (minutes|minute|hours|hour) before|earlier|ago *"]);
    let (parts, sign) = forward.map(|parts| (parts, 1)).or_else(|| back.map(|parts| (parts, -1)))?;
    let moment = later(start, sign * minutes(&parts[1], &parts[2])?);
    asks.then(|| format!("It {} {}.", if sign > 0 { "will be" } else { "was" }, shown(moment)))
}

fn clock(asked: &Sentence, mind: &Mind) -> Option<String> {
    let now = mind.now;
    if let Some(text) = from_stated(asked, mind) {
        return Some(text);
    }
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

/// A length of time in words.
pub(super) fn lasting(minutes: i64) -> String {
    let unit = |count: i64, unit: &str| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    match (minutes / 60, minutes % 60) {
        (0, 0) => "less than a minute".to_owned(),
        (0, minutes) => unit(minutes, "minute"),
        (hours, 0) => unit(hours, "hour"),
        (hours, minutes) => format!("{} and {}", unit(hours, "hour"), unit(minutes, "minute")),
    }
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

/// The date with its weekday.
pub(super) fn dated(moment: DateTime) -> String {
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

/// The number of small units in several large ones: `How many minutes are there in ten hours?`
fn converted(asked: &Sentence) -> Option<String> {
    let parts = asked.first(&[
        "how many # ?are ?there in + #",
        "how many # does|do|is|are + # have|make|last",
        "how many # is|are|make + #",
    ])?;
    let (small, large) = (singular(&parts[0]), singular(&parts[2]));
    let (_, _, number) = UNITS.iter().find(|unit| unit.0 == small && unit.1 == large)?;
    let words: Vec<String> = parts[1].split(' ').map(str::to_owned).collect();
    let (count, length) = numbers::leading(&words)?;
    let total = i64::from(*number).checked_mul(count).filter(|_| length == words.len())?;
    Some(format!("There are {total}."))
}

fn calendar(asked: &Sentence) -> Option<String> {
    if let Some(text) = converted(asked) {
        return Some(text);
    }
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
    fn time_of_day() {
        check(
            "
            What time is it? => 10:47 AM
            Could you tell me what time it is, please? => 10:47 AM
            Is it morning, noon, or night? => morning
            Is it afternoon? => No
            Is it day or night? => day
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
            How many minutes are there in ten hours? => 600
            If it is 17:45 now, what time will it be in five minutes? => 5:50 PM
            What time is it twenty minutes after 9:50? => 10:10 AM
            ",
        );
    }
}
