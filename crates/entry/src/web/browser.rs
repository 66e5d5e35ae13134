//! The contest's side of the protocol: loads the page, submits its form, and finds the reply on the resulting page.

use std::{mem, time::Duration};

use rulebook::{
    Key,
    contest_file::{Replies, WebForm},
    schema::Opener,
};
use scraper::Selector;
use url::Url;

use super::{
    Trouble,
    form::Form,
    news::news,
    page::{PAGE_MAX, WebPage},
    waiting::Waiting,
};
use crate::{
    FromEntry,
    http::{Asking, Method, Request, ResponseHead, ResponsePart},
    line::Printed,
    opening::Opening,
    voice::Voice,
};

/// The delay before an unusable page is loaded again, in contest time; it doubles with each failure.
const BACKOFF: Duration = Duration::from_millis(500);

/// The maximum number of doublings: up to 16 s.
const BACKOFF_DOUBLINGS: u32 = 5;

/// The `Accept` header of requests.
const ACCEPT: &str = "text/html, application/xhtml+xml, */*;q=0.1";

/// The contest's side of one conversation with one page.
#[derive(Debug)]
pub(crate) struct Browser {
    settings: WebForm,
    url: Url,
    /// The address of the reply, if it is not on the page itself.
    words_at: Option<Url>,
    form_selector: Option<Selector>,
    reply_selector: Selector,
    /// The request that is out, or the next one without the judge's action.
    errand: Option<Errand>,
    is_out: bool,
    head: ResponseHead,
    body: Vec<u8>,
    /// The form on the last page; without one, the page is loaded again.
    form: Option<Form>,
    /// The entry's texts on the last page.
    shown: Vec<String>,
    /// The time at which an unusable page may be loaded again, and the number of failures.
    again: Duration,
    failures: u32,
    /// True if a page was usable once; before that it is loaded repeatedly, so that the entry becomes ready as soon as
    /// possible.
    seen: bool,
    told: Option<Trouble>,
    waiting: Waiting,
    voice: Voice,
}

/// The purpose of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Errand {
    /// Load the page from its beginning.
    Visit,
    /// Load the reply's own address, after the page.
    VisitWords,
    /// Submit the form with the judge's text.
    Submit,
    /// Load the reply's own address, after the form.
    Words,
}

impl Browser {
    /// A conversation before its first line. `typing` and `silence` are those of [`Setup`](crate::Setup).
    ///
    /// # Errors
    /// If the settings hold an invalid selector or address.
    pub(crate) fn new(
        settings: &WebForm,
        opens: Opener,
        typing: impl Into<Option<Duration>>,
        silence: Duration,
    ) -> Result<Self, Trouble> {
        let url = Url::parse(&settings.url).map_err(|_| Trouble::Address { key: "url" })?;
        let words_at = settings.reply_url.as_deref().map(|to| url.join(to)).transpose();
        let typing = typing.into();
        let mut voice = Voice::new(typing, silence);
        voice.under(Opening::by(opens, typing.is_some()));
        let words_at = words_at.ok().filter(|to| to.as_ref().is_none_or(|to| to.origin() == url.origin()));
        Ok(Self {
            words_at: words_at.ok_or(Trouble::Address { key: "reply_url" })?,
            form_selector: settings.form.as_deref().map(|form| selector("form", form)).transpose()?,
            reply_selector: selector("reply", &settings.reply)?,
            url,
            errand: None,
            is_out: false,
            head: ResponseHead::default(),
            body: Vec::new(),
            form: None,
            shown: Vec::new(),
            again: Duration::ZERO,
            failures: 0,
            seen: false,
            told: None,
            waiting: Waiting::default(),
            voice,
            settings: settings.clone(),
        })
    }

    /// Applies this rule to text that the page shows unasked.
    #[must_use]
    pub(crate) fn under(mut self, opening: Opening) -> Self {
        self.voice.under(opening);
        self
    }

    /// True if the page must be loaded from its beginning.
    fn wants_page(&self) -> bool {
        self.errand.is_none() && self.form.is_none() && (!self.seen || !self.waiting.is_empty())
    }

    fn next_errand(&mut self, now: Duration) -> Option<Errand> {
        if self.is_out {
            return None;
        }
        if self.errand.is_none() {
            if self.wants_page() {
                self.errand = (self.again <= now).then_some(Errand::Visit);
            } else if !self.waiting.is_empty() {
                self.errand = Some(Errand::Submit);
            }
        }
        self.errand
    }

    fn request(&self, method: Method, url: &Url, referrer: Option<&Url>, body: Vec<u8>) -> Request {
        let mut headers = vec![("accept".to_owned(), ACCEPT.to_owned())];
        headers.extend(referrer.map(|page| ("referer".to_owned(), page.as_str().to_owned())));
        if method == Method::Post {
            headers.push(("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
        }
        Request {
            method,
            url: url.as_str().to_owned(),
            headers,
            body,
            patience: self.settings.patience,
            body_max: PAGE_MAX,
        }
    }

    /// The form with all waiting text. It is sent once: a page that failed may have read it.
    fn submission(&mut self, form: &Form) -> Request {
        let (words, troubles) = self.waiting.take(form.length);
        troubles.iter().for_each(|trouble| self.voice.report(trouble.incident()));
        let encoded = form.encoded(&words);
        match form.method {
            Method::Post => self.request(Method::Post, &form.action, Some(&form.page), encoded.into_bytes()),
            Method::Get => {
                let mut to = form.action.clone();
                to.set_query(Some(&encoded));
                self.request(Method::Get, &to, Some(&form.page), Vec::new())
            }
        }
    }

    /// Handles a loaded page.
    fn came(&mut self, errand: Errand, now: Duration) -> Result<(), Trouble> {
        let page = WebPage::read(&mem::take(&mut self.head), &mem::take(&mut self.body))?;
        match errand {
            Errand::Visit => {
                self.form = Some(self.form_of(&page)?);
                if self.words_at.is_some() {
                    self.errand = Some(Errand::VisitWords);
                    return Ok(());
                }
                self.visited(&page)
            }
            Errand::VisitWords => self.visited(&page),
            Errand::Submit => {
                let form = self.form_of(&page);
                let stays = self.words_at.is_some() || self.form.as_ref().is_some_and(|form| form.stays);
                let lost = match form {
                    Ok(form) => {
                        self.form = Some(form);
                        None
                    }
                    Err(Trouble::NoForm | Trouble::NoSuchForm | Trouble::Frames(_)) if stays => None,
                    Err(trouble) => Some(trouble),
                };
                if self.words_at.is_some() && lost.is_none() {
                    self.errand = Some(Errand::Words);
                    return Ok(());
                }
                let answered = self.answered_by(&page, now);
                lost.map_or(answered, Err)
            }
            Errand::Words => self.answered_by(&page, now),
        }
    }

    fn form_of(&self, page: &WebPage) -> Result<Form, Trouble> {
        Form::of(page, &self.settings, self.form_selector.as_ref())
    }

    /// Handles a page loaded from its beginning: its text is no answer.
    fn visited(&mut self, page: &WebPage) -> Result<(), Trouble> {
        self.shown = self.texts(page)?;
        self.failures = 0;
        self.told = None;
        if self.settings.start && !self.seen {
            let words = if self.settings.replies == Replies::Last { self.shown.last().cloned() } else { None };
            let words = words.unwrap_or_else(|| self.shown.join("\n"));
            self.voice.ready();
            if !words.trim().is_empty() {
                self.voice.unasked(&printed(words));
            }
        } else {
            self.voice.ready();
        }
        self.seen = true;
        Ok(())
    }

    /// Handles a page with the answer to the judge's text.
    fn answered_by(&mut self, page: &WebPage, now: Duration) -> Result<(), Trouble> {
        let texts = self.texts(page)?;
        if texts.is_empty() {
            return Err(Trouble::NoReply);
        }
        let reply = match self.settings.replies {
            Replies::Last => texts.last().cloned().unwrap_or_default(),
            Replies::Whole => texts.join("\n"),
            Replies::AllNew => news(&self.shown, &texts).join("\n"),
        };
        self.shown = texts;
        self.told = None;
        if !reply.trim().is_empty() {
            self.voice.say(&printed(reply), now);
        }
        Ok(())
    }

    fn texts(&self, page: &WebPage) -> Result<Vec<String>, Trouble> {
        page.texts(&self.reply_selector, self.settings.replies != Replies::Last)
    }

    /// Handles an unusable response: the page will be loaded again for the next text. The same trouble in a row is
    /// reported once.
    fn failed(&mut self, trouble: Trouble, now: Duration) {
        self.errand = None;
        self.form = None;
        self.again = now.saturating_add(BACKOFF.saturating_mul(1 << self.failures.min(BACKOFF_DOUBLINGS)));
        self.failures = self.failures.saturating_add(1);
        self.voice.heard();
        if self.told.as_ref() != Some(&trouble) {
            self.voice.report(trouble.incident());
            self.told = Some(trouble);
        }
    }
}

impl Asking for Browser {
    fn began(&mut self, _now: Duration) {
        self.voice.began();
    }

    fn key(&mut self, key: Key, now: Duration) {
        if self.waiting.key(key) {
            self.voice.asked(now);
        }
    }

    fn take_request(&mut self, now: Duration) -> Option<Request> {
        let errand = self.next_errand(now)?;
        self.is_out = true;
        let words_at = self.words_at.as_ref().unwrap_or(&self.url);
        Some(match errand {
            Errand::Visit => self.request(Method::Get, &self.url, None, Vec::new()),
            Errand::VisitWords | Errand::Words => self.request(Method::Get, words_at, Some(&self.url), Vec::new()),
            Errand::Submit => {
                let form = self.form.clone()?;
                self.submission(&form)
            }
        })
    }

    fn answered(&mut self, part: ResponsePart<'_>, now: Duration) {
        match part {
            ResponsePart::Head(head) => {
                self.head = head.clone();
                self.body.clear();
            }
            // One byte more than the limit, so that a longer page is noticed.
            ResponsePart::Body(bytes) => {
                let room = (PAGE_MAX + 1).saturating_sub(self.body.len());
                self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            ResponsePart::End | ResponsePart::Failed(_) => {
                self.is_out = false;
                let Some(errand) = self.errand.take() else { return };
                let done = match part {
                    ResponsePart::Failed(why) => Err(Trouble::NoAnswer(why.to_owned())),
                    ResponsePart::Head(_) | ResponsePart::Body(_) | ResponsePart::End => self.came(errand, now),
                };
                if let Err(trouble) = done {
                    self.failed(trouble, now);
                }
            }
        }
    }

    fn wake(&mut self, now: Duration) {
        self.voice.wake(now);
    }

    fn next_wake(&self) -> Option<Duration> {
        let visit = (!self.is_out && self.wants_page()).then_some(self.again);
        self.voice.due().into_iter().chain(visit).min()
    }

    fn take_report(&mut self) -> Option<FromEntry> {
        self.voice.take_report()
    }

    fn has_reports(&self) -> bool {
        self.voice.has_reports()
    }
}

fn selector(key: &'static str, text: &str) -> Result<Selector, Trouble> {
    Selector::parse(text).map_err(|_| Trouble::Selector { key, selector: text.chars().take(80).collect() })
}

/// Text of a page, with the number of its replacement characters.
fn printed(text: String) -> Printed {
    let invalid = text.matches(char::REPLACEMENT_CHARACTER).count();
    Printed { text, invalid, is_long: false }
}
