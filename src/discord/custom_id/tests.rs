use super::*;

/// Custom ids that earlier versions have written. Messages keep their buttons, so lines are added here
/// and never changed.
const RECORDED: &str = include_str!("../../../tests/data/custom_ids.txt");

#[test]
fn recorded_custom_ids_are_read_and_written_unchanged() {
    for text in RECORDED.lines() {
        let read = CustomId::read(text).map(|id| id.write());
        assert_eq!(read.as_deref(), Some(text));
    }
}
