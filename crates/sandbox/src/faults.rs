//! The faults currently injected with [control actions](super::control::ControlAction).

use serde::Serialize;

/// The injected faults; serialised for the page.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Faults {
    /// The gateway neither reads nor sends anything.
    pub(super) gateway_frozen: bool,
    /// The gateway rejects the bot's token.
    pub(super) token_rejected: bool,
    /// Responses sent instead of processing a request.
    pub(super) answers: Vec<InjectedResponse>,
    /// The delay of every response, in milliseconds.
    pub(super) delay_ms: u64,
    /// The number of requests to process but answer with 504, as if a proxy gave up waiting.
    pub(super) lost_answers: u32,
    /// Requests to process without responding, by cutting the connection.
    pub(super) cut_answers: Vec<CutConnection>,
    /// The number of interaction callbacks whose rate-limit headers report an exhausted bucket.
    pub(super) spent_callbacks: u32,
    /// The time until that bucket resets, in milliseconds.
    pub(super) spent_ms: i64,
}

/// A response sent instead of processing a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct InjectedResponse {
    /// The HTTP status.
    pub(super) status: u16,
    /// The number of requests left to affect.
    pub(super) times: u32,
    /// Affects only requests whose path contains this.
    pub(super) path: Option<String>,
    /// The `retry_after` of a 429, in milliseconds.
    pub(super) wait_ms: i64,
    /// The body.
    pub(super) body: InjectedBody,
}

/// The body of an injected response.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum InjectedBody {
    /// The body Discord sends with this status.
    Plain,
    /// An error body with this code.
    Code(u32),
    /// An HTML page, as from a proxy.
    Page,
}

/// A fault that cuts connections instead of responding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct CutConnection {
    /// The number of requests left to affect.
    pub(super) times: u32,
    /// Affects only requests whose path contains this.
    pub(super) path: Option<String>,
}

fn concerns(part: Option<&String>, path: &str) -> bool {
    part.is_none_or(|part| path.contains(part.as_str()))
}

impl Faults {
    /// The response to inject for a request, if any; uses up one of its `times`.
    pub(super) fn take_injected_response(&mut self, path: &str) -> Option<InjectedResponse> {
        let mut answers = self.answers.iter_mut();
        let answer = answers.find(|answer| concerns(answer.path.as_ref(), path))?;
        answer.times = answer.times.saturating_sub(1);
        let given = answer.clone();
        self.answers.retain(|answer| answer.times > 0);
        Some(given)
    }

    /// Whether to answer a processed request with 504; uses up one of `lost_answers`.
    pub(super) fn take_lost_answer(&mut self) -> bool {
        let is_lost = self.lost_answers > 0;
        self.lost_answers = self.lost_answers.saturating_sub(1);
        is_lost
    }

    /// Whether to cut the connection after processing a request; uses up one of the fault's
    /// `times`.
    pub(super) fn take_cut_answer(&mut self, path: &str) -> bool {
        let mut cuts = self.cut_answers.iter_mut();
        let Some(cut) = cuts.find(|cut| concerns(cut.path.as_ref(), path)) else {
            return false;
        };
        cut.times = cut.times.saturating_sub(1);
        self.cut_answers.retain(|cut| cut.times > 0);
        true
    }

    /// The reset time to report for an exhausted callback bucket, if any; uses up one of
    /// `spent_callbacks`.
    pub(super) fn take_spent_callback(&mut self) -> Option<i64> {
        let left = self.spent_callbacks.checked_sub(1)?;
        self.spent_callbacks = left;
        Some(self.spent_ms)
    }
}
