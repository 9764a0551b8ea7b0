//! A game in any notation is refused, or survives a round trip through every notation that can express
//! it.
#![no_main]

use hexpost_engine::game::Variant;
use hexpost_engine::notation::Dialect;
use hexpost_engine::record::Record;
use libfuzzer_sys::fuzz_target;

const VARIANTS: [&str; 4] = ["37", "37-blitz", "48-tournament", "61"];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let name = VARIANTS.get(usize::from(choice));
    let variant = name.map(|name| Variant::parse("zertz", name).unwrap());
    let Ok(record) = Record::read(text, variant.as_ref()) else {
        return;
    };
    assert_eq!(Record::read(&record.to_string(), None), Ok(record.clone()));
    for dialect in Dialect::ALL {
        if let Some(text) = record.written_in(dialect) {
            assert_eq!(Record::read(&text, None), Ok(record.clone()));
        }
    }
});
