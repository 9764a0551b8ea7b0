//! How Discord says no.

use serde_json::{Map, Value, json};

/// A request that is refused: a status and Discord's own code and words.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// Discord's code.
    pub code: u32,
    /// Discord's message.
    pub message: String,
    /// Where in the form the faults lie.
    pub errors: Option<Value>,
}

impl ApiError {
    /// A refusal without places.
    pub fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            errors: None,
        }
    }

    /// Something that does not exist, or that the bot can't know of.
    pub fn unknown(what: Unknown) -> Self {
        let (code, name) = match what {
            Unknown::Application => (10002, "Application"),
            Unknown::Channel => (10003, "Channel"),
            Unknown::Guild => (10004, "Guild"),
            Unknown::Member => (10007, "Member"),
            Unknown::Message => (10008, "Message"),
            Unknown::User => (10013, "User"),
            Unknown::Webhook => (10015, "Webhook"),
            Unknown::Interaction => (10062, "interaction"),
            Unknown::Command => (10063, "application command"),
        };
        Self::new(404, code, &format!("Unknown {name}"))
    }

    /// The bot does not see that.
    pub fn no_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    /// The bot may not do that.
    pub fn no_permission() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    /// Discord can do that, but the sandbox can't.
    pub fn not_done(what: &str) -> Self {
        Self::new(
            501,
            0,
            &format!("501: Not implemented by the sandbox: {what}"),
        )
    }

    /// One field of the form is wrong.
    pub fn field(place: &str, code: &str, message: &str) -> Self {
        let mut faults = Faults::default();
        faults.note(place, code, message);
        faults.refusal()
    }

    /// The form was part of another one, under a name.
    #[must_use]
    pub fn within(mut self, name: &str) -> Self {
        self.errors = self.errors.map(|errors| json!({ name: errors }));
        self
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

/// What there is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// Another application.
    Application,
    /// A channel or thread.
    Channel,
    /// A server.
    Guild,
    /// Someone on a server.
    Member,
    /// A message.
    Message,
    /// A person.
    User,
    /// An interaction's token that never was, or was not answered.
    Webhook,
    /// An interaction that never was, or was not answered in time.
    Interaction,
    /// A command.
    Command,
}

/// The faults of a form, each at its place.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Faults {
    tree: Map<String, Value>,
}

impl Faults {
    /// Notes a fault at a place such as `embeds.0.title`.
    pub fn note(&mut self, place: &str, code: &str, message: &str) {
        let mut here = &mut self.tree;
        for part in place.split('.').filter(|part| !part.is_empty()) {
            let next = here
                .entry(part.to_owned())
                .or_insert_with(|| Value::Object(Map::new()));
            // Only objects are ever put in.
            let Value::Object(next) = next else { return };
            here = next;
        }
        let list = here
            .entry("_errors".to_owned())
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(json!({ "code": code, "message": message }));
        }
    }

    /// Is a text as long as it must be, in characters?
    pub fn length(&mut self, place: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length > most {
            let message = format!("Must be {most} or fewer in length.");
            self.note(place, "BASE_TYPE_MAX_LENGTH", &message);
        } else if length < least {
            let message = match (length, least) {
                (0, 1) => {
                    self.note(place, "BASE_TYPE_REQUIRED", "This field is required");
                    return;
                }
                _ => format!("Must be {least} or more in length."),
            };
            self.note(place, "BASE_TYPE_MIN_LENGTH", &message);
        }
    }

    /// Are there as many as there may be?
    pub fn count(&mut self, place: &str, count: usize, least: usize, most: usize) {
        if !(least..=most).contains(&count) {
            let message = format!("Must be between {least} and {most} in length.");
            self.note(place, "BASE_TYPE_BAD_LENGTH", &message);
        }
    }

    /// Nothing, or the refusal of the whole form.
    pub fn verdict(self) -> Result<(), ApiError> {
        if self.tree.is_empty() {
            return Ok(());
        }
        Err(self.refusal())
    }

    fn refusal(self) -> ApiError {
        ApiError {
            status: 400,
            code: 50035,
            message: "Invalid Form Body".to_owned(),
            errors: Some(Value::Object(self.tree)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_stand_where_they_lie() {
        let mut faults = Faults::default();
        faults.length("content", &"x".repeat(2001), 0, 2000);
        faults.length("embeds.0.title", "", 1, 256);
        let refusal = faults.verdict().unwrap_err();
        assert_eq!((refusal.status, refusal.code), (400, 50035));
        let body = refusal.body();
        assert_eq!(
            body["errors"]["content"]["_errors"][0]["code"],
            "BASE_TYPE_MAX_LENGTH"
        );
        assert_eq!(
            body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"],
            "BASE_TYPE_REQUIRED"
        );
        assert_eq!(Faults::default().verdict(), Ok(()));
    }
}
