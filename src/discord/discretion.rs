//! What may be written to a log.

/// Libraries that see the wire, with the tokens and words of people on it, say nothing of it, whatever
/// a host has set: only that something is wrong. One of them shows the whole of what it can't read.
pub fn is_harmless(said: &tracing::Metadata<'_>) -> bool {
    const ON_THE_WIRE: [&str; 7] = [
        "serenity",
        "tungstenite",
        "tokio_tungstenite",
        "reqwest",
        "hyper",
        "hyper_util",
        "h2",
    ];
    let target = said.target();
    let library = target.split("::").next().unwrap_or_default();
    if target == "serenity::gateway::ws" {
        return *said.level() <= tracing::Level::ERROR;
    }
    !ON_THE_WIRE.contains(&library) || *said.level() <= tracing::Level::WARN
}
