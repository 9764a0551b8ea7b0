//! A record is refused, or survives a round trip as text and as JSON.
#![no_main]

use hexpost_engine::record::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let json = serde_json::from_str::<Record>(text).ok();
    for record in [text.parse().ok(), json].into_iter().flatten() {
        assert_eq!(record.to_string().parse(), Ok(record.clone()));
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
    }
});
