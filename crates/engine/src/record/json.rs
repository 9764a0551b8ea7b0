//! The JSON form of a record.

use serde::{Deserialize, Serialize};

use super::text::{ParseProblem, ParseRecordError, check_rules, read_variant};
use super::{RULES_VERSION, Record};
use crate::side::Side;

/// A record as it appears in JSON, with turns as text; not yet replayed and checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonRecord {
    game: String,
    variant: String,
    rules: u32,
    turns: Vec<String>,
    ending: Option<JsonEnding>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEnding {
    winner: Option<Side>,
    how: String,
}

impl From<Record> for JsonRecord {
    fn from(record: Record) -> Self {
        Self {
            game: record.variant.game().as_str().to_owned(),
            variant: record.variant.to_string(),
            rules: RULES_VERSION,
            turns: record.texts(),
            ending: record.ending.map(|ending| JsonEnding {
                winner: ending.winner,
                how: ending.how.as_str().to_owned(),
            }),
        }
    }
}

impl TryFrom<JsonRecord> for Record {
    type Error = ParseRecordError;

    fn try_from(json: JsonRecord) -> Result<Self, ParseRecordError> {
        json.record().map_err(|problem| ParseRecordError {
            line: None,
            problem,
        })
    }
}

impl JsonRecord {
    fn record(self) -> Result<Record, ParseProblem> {
        check_rules(&self.rules.to_string())?;
        let mut record = Record::new(read_variant(&self.game, &self.variant)?);
        for text in &self.turns {
            record.push_text(text)?;
        }
        match self.ending {
            Some(ending) => record.finish_as_written(ending.winner, &ending.how)?,
            None if record.ending.is_some() => return Err(ParseProblem::ResultAndEnding),
            None => {}
        }
        Ok(record)
    }
}
