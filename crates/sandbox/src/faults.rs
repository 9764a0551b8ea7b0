//! How the sandbox misbehaves, when told to.

use serde::Serialize;

/// What goes wrong.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Faults {
    /// The gateway neither hears nor says anything.
    pub(super) gateway_frozen: bool,
    /// Answers that are given instead of doing the work.
    pub(super) answers: Vec<InjectedResponse>,
    /// How long every answer takes, in milliseconds.
    pub(super) delay_ms: u64,
    /// So many answers get lost after the work was done: something between gives up waiting.
    pub(super) lost_answers: u32,
    /// Answers that never arrive, because the connection is cut after the work was done.
    pub(super) cut_answers: Vec<CutConnection>,
    /// So many first answers to interactions are told that none is left in their bucket.
    pub(super) spent_callbacks: u32,
    /// For how long they are told so, in milliseconds.
    pub(super) spent_ms: i64,
}

/// An answer that is given instead of doing the work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct InjectedResponse {
    /// The status.
    pub(super) status: u16,
    /// How often.
    pub(super) times: u32,
    /// Only to requests whose path has this in it.
    pub(super) path: Option<String>,
    /// How long 429 says to wait, in milliseconds.
    pub(super) wait_ms: i64,
    /// What it says.
    pub(super) body: InjectedBody,
}

/// What a false answer says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum InjectedBody {
    /// What Discord says with this status.
    Plain,
    /// One of Discord's codes.
    Code(u32),
    /// A page of HTML, as from a proxy.
    Page,
}

/// Answers that never arrive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct CutConnection {
    /// How often.
    pub(super) times: u32,
    /// Only to requests whose path has this in it.
    pub(super) path: Option<String>,
}

fn concerns(part: Option<&String>, path: &str) -> bool {
    part.is_none_or(|part| path.contains(part.as_str()))
}

impl Faults {
    /// The false answer to a request, if it is to get one.
    pub(super) fn take_injected_response(&mut self, path: &str) -> Option<InjectedResponse> {
        let mut answers = self.answers.iter_mut();
        let answer = answers.find(|answer| concerns(answer.path.as_ref(), path))?;
        answer.times = answer.times.saturating_sub(1);
        let given = answer.clone();
        self.answers.retain(|answer| answer.times > 0);
        Some(given)
    }

    /// Does the answer to a request that was carried out get lost?
    pub(super) fn take_lost_answer(&mut self) -> bool {
        let is_lost = self.lost_answers > 0;
        self.lost_answers = self.lost_answers.saturating_sub(1);
        is_lost
    }

    /// Is the connection cut instead of answering a request that was carried out?
    pub(super) fn take_cut_answer(&mut self, path: &str) -> bool {
        let mut cuts = self.cut_answers.iter_mut();
        let Some(cut) = cuts.find(|cut| concerns(cut.path.as_ref(), path)) else {
            return false;
        };
        cut.times = cut.times.saturating_sub(1);
        self.cut_answers.retain(|cut| cut.times > 0);
        true
    }

    /// Is a first answer told that none is left in its bucket, and for how many milliseconds?
    pub(super) fn take_spent_callback(&mut self) -> Option<i64> {
        let left = self.spent_callbacks.checked_sub(1)?;
        self.spent_callbacks = left;
        Some(self.spent_ms)
    }
}
