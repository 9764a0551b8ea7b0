//! What the bot counts and measures, for monitoring.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// The media type of [`Metrics::text`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Requests per second that Discord allows a bot.
const BUDGET: usize = 50;
/// The period over which Discord counts invalid requests.
const INVALID_PERIOD: Duration = Duration::from_mins(10);

/// A label with its value.
type Label = (&'static str, &'static str);
/// A gauge with a fraction.
type FloatGauge = Gauge<f64, AtomicU64>;

/// How an interaction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InteractionResult {
    /// The first response was sent.
    Answered,
    /// The first response was a deferral, and the real one was sent later.
    Deferred,
    /// Discord did not take the response.
    Failed,
    /// It had been delivered before.
    Repeated,
    /// The handler panicked.
    Panicked,
    /// It could not be parsed.
    Unreadable,
}

impl InteractionResult {
    const fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Deferred => "deferred",
            Self::Failed => "failed",
            Self::Repeated => "repeated",
            Self::Panicked => "panicked",
            Self::Unreadable => "unreadable",
        }
    }
}

/// All metrics of a bot.
pub struct Metrics {
    registry: Registry,
    interactions: Family<[Label; 2], Counter>,
    first_answer: Histogram,
    moves: Counter,
    computer_turns: Histogram,
    outbox_oldest: FloatGauge,
    outbox_sent: Family<[Label; 2], Counter>,
    rest_requests: Counter,
    rest_429: Family<[Label; 1], Counter>,
    rest_invalid: Gauge,
    rest_budget: FloatGauge,
    /// The number of requests that this process may send in a second.
    rest_share: AtomicUsize,
    gateway_up: Family<[(&'static str, String); 1], Gauge>,
    endpoint_up: Gauge,
    endpoint_rejected: Family<[Label; 1], Counter>,
    scheduler_lag: FloatGauge,
    render: Histogram,
    database: Histogram,
    leases_held: Gauge,
    ready: Gauge,
    /// When invalid requests, and requests that count towards the global rate limit, were sent.
    recent: Mutex<Recent>,
}

#[derive(Debug, Default)]
struct Recent {
    invalid: VecDeque<Instant>,
    counted: VecDeque<Instant>,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Metrics {
    /// Metrics that start at zero.
    pub fn new() -> Self {
        // Around what matters: a quick response, the deferral after 1.2 s, Discord's limit of 3 s.
        let answers = [
            0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0,
        ];
        let work = [
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0,
        ];
        let mut metrics = Self {
            registry: Registry::with_prefix("hexpost"),
            interactions: Family::default(),
            first_answer: Histogram::new(answers),
            moves: Counter::default(),
            computer_turns: Histogram::new(work),
            outbox_oldest: FloatGauge::default(),
            outbox_sent: Family::default(),
            rest_requests: Counter::default(),
            rest_429: Family::default(),
            rest_invalid: Gauge::default(),
            rest_budget: FloatGauge::default(),
            rest_share: AtomicUsize::new(BUDGET),
            gateway_up: Family::default(),
            endpoint_up: Gauge::default(),
            endpoint_rejected: Family::default(),
            scheduler_lag: FloatGauge::default(),
            render: Histogram::new(work),
            database: Histogram::new(work),
            leases_held: Gauge::default(),
            ready: Gauge::default(),
            recent: Mutex::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        registry.register("build", "The running program", Info::new(version));
        registry.register(
            "interactions",
            "Interactions, by kind and result",
            self.interactions.clone(),
        );
        registry.register_with_unit(
            "first_answer",
            "Time from an interaction's arrival to Discord's acceptance of the first response",
            Unit::Seconds,
            self.first_answer.clone(),
        );
        registry.register("moves", "Moves made by players", self.moves.clone());
        registry.register_with_unit(
            "computer_turn",
            "How long the computer took for a turn",
            Unit::Seconds,
            self.computer_turns.clone(),
        );
        registry.register_with_unit(
            "outbox_oldest",
            "How long the oldest overdue notification has been waiting",
            Unit::Seconds,
            self.outbox_oldest.clone(),
        );
        registry.register(
            "outbox_sent",
            "Attempts to send a notification, by destination and result",
            self.outbox_sent.clone(),
        );
        registry.register(
            "rest_requests",
            "Requests that count towards Discord's global rate limit",
            self.rest_requests.clone(),
        );
        registry.register(
            "rest_429",
            "Requests that Discord refused because of a rate limit, by scope",
            self.rest_429.clone(),
        );
        registry.register(
            "rest_invalid_10min",
            "Responses 401, 403 and 429 in the last ten minutes; Discord bans at 10,000",
            self.rest_invalid.clone(),
        );
        registry.register(
            "rest_budget_used",
            "Part of this process's share of the requests per second that was used in the last second",
            self.rest_budget.clone(),
        );
        registry.register(
            "gateway_up",
            "Whether a shard is connected",
            self.gateway_up.clone(),
        );
        registry.register(
            "endpoint_up",
            "Whether interactions are taken over HTTP",
            self.endpoint_up.clone(),
        );
        registry.register(
            "endpoint_rejected",
            "Requests to the HTTP endpoint that were not accepted, by reason",
            self.endpoint_rejected.clone(),
        );
        registry.register_with_unit(
            "scheduler_lag",
            "How late the scheduler was with what was due last",
            Unit::Seconds,
            self.scheduler_lag.clone(),
        );
        registry.register_with_unit(
            "render",
            "Time to draw a picture, or to find it in the cache",
            Unit::Seconds,
            self.render.clone(),
        );
        registry.register_with_unit(
            "database",
            "Duration of test writes to the database",
            Unit::Seconds,
            self.database.clone(),
        );
        registry.register(
            "leases_held",
            "What this process has leased, of the work that is divided among processes",
            self.leases_held.clone(),
        );
        registry.register(
            "ready",
            "Whether the bot can do its work, as /readyz says",
            self.ready.clone(),
        );
    }

    /// All metrics in the text format of `OpenMetrics`.
    pub fn text(&self) -> String {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        forget(&mut recent.invalid, now, INVALID_PERIOD);
        forget(&mut recent.counted, now, Duration::from_secs(1));
        self.rest_invalid.set(recent.invalid.len() as i64);
        let share = self.rest_share.load(Ordering::Relaxed).max(1);
        self.rest_budget
            .set(recent.counted.len() as f64 / share as f64);
        drop(recent);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    /// Counts an interaction.
    pub fn interaction(&self, kind: &'static str, result: InteractionResult) {
        let labels = [("kind", kind), ("result", result.name())];
        self.interactions.get_or_create(&labels).inc();
    }

    /// Records how long the first response to an interaction took.
    pub fn first_answer(&self, took: Duration) {
        self.first_answer.observe(took.as_secs_f64());
    }

    /// Counts a move.
    pub fn moved(&self) {
        self.moves.inc();
    }

    /// The computer has made a turn.
    pub fn computer_turn(&self, time: Duration) {
        self.computer_turns.observe(time.as_secs_f64());
    }

    /// Counts an attempt to send a notification.
    pub fn notification(&self, route: &'static str, result: &'static str) {
        let labels = [("route", route), ("result", result)];
        self.outbox_sent.get_or_create(&labels).inc();
    }

    /// Counts a request that counts towards the global rate limit.
    pub fn counted_request(&self) {
        self.rest_requests.inc();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        forget(&mut recent.counted, now, Duration::from_secs(1));
        recent.counted.push_back(now);
    }

    /// Counts a response that Discord regards as that of an invalid request. `scope` is that of the
    /// rate limit, if it was one.
    pub fn invalid_request(&self, scope: Option<&str>) {
        if let Some(scope) = scope {
            let scope = match scope {
                "global" => "global",
                "shared" => "shared",
                _ => "user",
            };
            self.rest_429.get_or_create(&[("scope", scope)]).inc();
            // Limits that several bots share are not held against this one.
            if scope == "shared" {
                return;
            }
        }
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        forget(&mut recent.invalid, now, INVALID_PERIOD);
        recent.invalid.push_back(now);
    }

    /// Records whether a shard is connected.
    pub fn shard(&self, shard: u32, is_up: bool) {
        let labels = [("shard", shard.to_string())];
        self.gateway_up.get_or_create(&labels).set(i64::from(is_up));
    }

    /// Records whether interactions are taken over HTTP.
    pub fn endpoint(&self, is_up: bool) {
        self.endpoint_up.set(i64::from(is_up));
    }

    /// Counts a request to the endpoint that was not accepted.
    pub fn rejected(&self, reason: &'static str) {
        let labels = [("reason", reason)];
        self.endpoint_rejected.get_or_create(&labels).inc();
    }

    /// Records how late the scheduler is.
    pub fn scheduler_lag(&self, lag: Duration) {
        self.scheduler_lag.set(lag.as_secs_f64());
    }

    /// Records how long a picture took.
    pub fn rendered(&self, took: Duration) {
        self.render.observe(took.as_secs_f64());
    }

    /// Records how long a test write took.
    pub fn database_write(&self, took: Duration) {
        self.database.observe(took.as_secs_f64());
    }

    /// Records how many requests this process may send in a second.
    pub fn share(&self, requests: usize) {
        self.rest_share.store(requests, Ordering::Relaxed);
    }

    /// Records how many leases this process has.
    pub fn leases(&self, count: usize) {
        self.leases_held.set(count as i64);
    }

    /// Records the state of the bot.
    pub fn health(&self, is_ready: bool, oldest_unsent: Duration) {
        self.ready.set(i64::from(is_ready));
        self.outbox_oldest.set(oldest_unsent.as_secs_f64());
    }
}

/// Drops moments that are longer ago than a period.
fn forget(moments: &mut VecDeque<Instant>, now: Instant, period: Duration) {
    let is_old = |at: &Instant| now.saturating_duration_since(*at) >= period;
    while moments.front().is_some_and(is_old) {
        moments.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_written_with_their_labels_and_units() {
        let metrics = Metrics::new();
        metrics.interaction("command", InteractionResult::Answered);
        metrics.first_answer(Duration::from_millis(40));
        metrics.moved();
        metrics.notification("channel", "sent");
        metrics.counted_request();
        metrics.invalid_request(Some("global"));
        metrics.invalid_request(Some("shared"));
        metrics.invalid_request(None);
        metrics.shard(0, true);
        metrics.health(true, Duration::from_millis(1500));
        let text = metrics.text();
        let version = env!("CARGO_PKG_VERSION");
        for line in [
            &format!("hexpost_build_info{{version=\"{version}\"}} 1"),
            "hexpost_interactions_total{kind=\"command\",result=\"answered\"} 1",
            "hexpost_first_answer_seconds_bucket{le=\"0.05\"} 1",
            "hexpost_moves_total 1",
            "hexpost_outbox_sent_total{route=\"channel\",result=\"sent\"} 1",
            "hexpost_rest_requests_total 1",
            "hexpost_rest_429_total{scope=\"global\"} 1",
            "hexpost_rest_429_total{scope=\"shared\"} 1",
            "hexpost_rest_invalid_10min 2",
            "hexpost_rest_budget_used 0.02",
            "hexpost_gateway_up{shard=\"0\"} 1",
            "hexpost_outbox_oldest_seconds 1.5",
            "hexpost_ready 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn invalid_requests_are_forgotten_after_ten_minutes() {
        let mut moments = VecDeque::new();
        let start = Instant::now();
        moments.push_back(start);
        moments.push_back(start + Duration::from_mins(5));
        forget(&mut moments, start + Duration::from_mins(9), INVALID_PERIOD);
        assert_eq!(moments.len(), 2);
        forget(
            &mut moments,
            start + Duration::from_mins(10),
            INVALID_PERIOD,
        );
        assert_eq!(moments.len(), 1);
    }
}
