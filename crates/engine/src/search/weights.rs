//! The file format of evaluation weights: text, one feature a line.

/// Parses weights: lines with the early and the late weight of a feature; `#` begins a comment.
///
/// `None` if there are not exactly `N` features.
pub(crate) fn parse<const N: usize>(text: &str) -> Option<Box<[[i32; 2]; N]>> {
    let mut weights = Box::new([[0; 2]; N]);
    let mut count = 0;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (early, late) = line.split_once(' ')?;
        *weights.get_mut(count)? = [early.parse().ok()?, late.trim().parse().ok()?];
        count += 1;
    }
    (count == N).then_some(weights)
}

/// Writes weights, below a comment of several lines.
pub(crate) fn write(comment: &str, weights: &[[i32; 2]]) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    for [early, late] in weights {
        text.push_str(&format!("{early} {late}\n"));
    }
    text
}
