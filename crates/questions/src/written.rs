//! Numbers and times as people write them in answers.

use jiff::civil::Time;

use crate::facts::minute_of;

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The forms of a number: digits, and words below 1,000.
pub(crate) fn number(number: u32) -> Vec<String> {
    std::iter::once(number.to_string()).chain(in_words(number)).collect()
}

/// The forms of the result of a sum: as [`number()`], with `a dozen` for 12.
pub(crate) fn dozens(result: u32) -> Vec<String> {
    let mut forms = number(result);
    if result == 12 {
        forms.push("a dozen".to_owned());
    }
    forms
}

fn in_words(number: u32) -> Option<String> {
    let one = |number: u32| ONES.get(usize::try_from(number).ok()?).map(|&word| word.to_owned());
    match number {
        0..20 => one(number),
        20..100 => {
            let tens = TENS[usize::try_from(number / 10).ok()?];
            Some(if number.is_multiple_of(10) { tens.to_owned() } else { format!("{tens} {}", one(number % 10)?) })
        }
        100..1000 => {
            let hundreds = format!("{} hundred", one(number / 100)?);
            Some(if number.is_multiple_of(100) {
                hundreds
            } else {
                format!("{hundreds} and {}", in_words(number % 100)?)
            })
        }
        _ => None,
    }
}

/// The forms of a time: `13:15`, `1:15`, `quarter past one`, `one fifteen`.
pub(crate) fn spoken(time: Time) -> Vec<String> {
    let (hour, minute) = (minute_of(time) / 60, minute_of(time) % 60);
    let twelve = |hour: u32| if hour.is_multiple_of(12) { 12 } else { hour % 12 };
    let word = |hour: u32| in_words(twelve(hour)).unwrap_or_default();
    let mut forms =
        vec![format!("{hour}:{minute:02}"), format!("{hour:02}:{minute:02}"), format!("{}:{minute:02}", twelve(hour))];
    let (this, next) = (word(hour), word(hour + 1));
    let after = |from: &str, hour: &str, of: &str| [format!("{from} {of} {hour}")];
    match minute {
        0 => {
            let digits = twelve(hour);
            forms.extend([
                format!("{this} o'clock"),
                format!("{digits} o'clock"),
                format!("{digits} am"),
                format!("{digits} pm"),
            ]);
            forms.extend([format!("{digits}am"), format!("{digits}pm")]);
            if hour == 12 {
                forms.push("noon".to_owned());
            }
        }
        15 => forms.extend(after("quarter", &this, "past")),
        30 => forms.extend(after("half", &this, "past")),
        45 => forms.extend(after("quarter", &next, "to")),
        _ => {}
    }
    if minute > 0 {
        forms.push(format!("{this} {}", in_words(minute).unwrap_or_default()));
        let (of, from, hour) = if minute <= 30 { ("past", minute, &this) } else { ("to", 60 - minute, &next) };
        forms.push(format!("{} {of} {hour}", in_words(from).unwrap_or_default()));
        forms.push(format!("{from} {of} {}", twelve(if minute <= 30 { hour_of(time) } else { hour_of(time) + 1 })));
    }
    let mut distinct = Vec::with_capacity(forms.len());
    for form in forms {
        if !distinct.contains(&form) {
            distinct.push(form);
        }
    }
    distinct
}

fn hour_of(time: Time) -> u32 {
    minute_of(time) / 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_digits_and_words() {
        assert_eq!(number(8), ["8", "eight"]);
        assert_eq!(number(42), ["42", "forty two"]);
        assert_eq!(number(160), ["160", "one hundred and sixty"]);
        assert_eq!(number(1000), ["1000"]);
        assert_eq!(dozens(12), ["12", "twelve", "a dozen"]);
    }

    #[test]
    fn times_are_written_and_spoken() {
        let forms = |hour, minute| spoken(Time::new(hour, minute, 0, 0).unwrap());
        for form in ["10:45", "quarter to eleven", "ten forty five", "15 to 11"] {
            assert!(forms(10, 45).contains(&form.to_owned()), "{form}");
        }
        for form in ["13:00", "1:00", "one o'clock", "1 pm"] {
            assert!(forms(13, 0).contains(&form.to_owned()), "{form}");
        }
        assert!(forms(12, 0).contains(&"noon".to_owned()) && forms(0, 5).contains(&"5 past 12".to_owned()));
    }
}
