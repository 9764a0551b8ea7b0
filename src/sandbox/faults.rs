//! How the sandbox misbehaves, when told to.

use serde::Serialize;

/// What goes wrong.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Faults {
    /// The gateway neither hears nor says anything.
    pub(super) gateway_frozen: bool,
    /// Answers that are given instead of doing the work.
    pub(super) answers: Vec<FalseAnswer>,
    /// How long every answer takes, in milliseconds.
    pub(super) delay_ms: u64,
    /// So many answers get lost after the work was done.
    pub(super) lost_answers: u32,
}

/// An answer that is given instead of doing the work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct FalseAnswer {
    /// The status.
    pub(super) status: u16,
    /// How often.
    pub(super) times: u32,
    /// Only to requests whose path has this in it.
    pub(super) path: Option<String>,
    /// How long 429 says to wait, in milliseconds.
    pub(super) wait_ms: i64,
}

impl Faults {
    /// The false answer to a request, if it is to get one.
    pub(super) fn false_answer(&mut self, path: &str) -> Option<(u16, i64)> {
        let is_meant = |answer: &FalseAnswer| {
            let part = answer.path.as_deref().unwrap_or_default();
            path.contains(part)
        };
        let index = self.answers.iter().position(is_meant)?;
        let answer = &mut self.answers[index];
        answer.times = answer.times.saturating_sub(1);
        let given = (answer.status, answer.wait_ms);
        self.answers.retain(|answer| answer.times > 0);
        Some(given)
    }

    /// Does the answer to a request that was carried out get lost?
    pub(super) fn loses_answer(&mut self) -> bool {
        let is_lost = self.lost_answers > 0;
        self.lost_answers = self.lost_answers.saturating_sub(1);
        is_lost
    }
}
