//! Those who paint: a few threads of their own, with a queue before them.
//!
//! Not the runtime's threads for work that blocks: there are many of those, each takes its own memory
//! for the large buffers of a picture, and none gives it back.
//!
//! What pictures have in common: the colours and the size a person prefers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;
use tokio::sync::{mpsc, oneshot};

use crate::app::people::settings;

/// So many pictures wait; whoever comes then waits to wait.
const QUEUE: usize = 64;

type Job = Box<dyn FnOnce() + Send>;

/// The way to them.
#[derive(Clone, Debug)]
pub(crate) struct RenderPool {
    queue: mpsc::Sender<Job>,
}

impl RenderPool {
    /// So many, who go home when nobody can ask them any more.
    pub(crate) fn new(count: usize) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..count.max(1) {
            let jobs = Arc::clone(&jobs);
            let painter = thread::Builder::new().name(format!("painter {number}"));
            if let Err(error) = painter.spawn(move || paint(&jobs)) {
                tracing::error!(%error, "a painter can't begin");
            }
        }
        Self { queue }
    }

    /// Has something painted; none if that failed.
    pub(crate) async fn paint<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, painted) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Whoever has gone away does not want it any more.
            let _ = done.send(work());
        });
        self.queue.send(job).await.ok()?;
        painted.await.ok()
    }
}

/// Takes one job after the other.
fn paint(jobs: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        let job = jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .blocking_recv();
        let Some(job) = job else {
            return;
        };
        // One picture that fails must not be the last.
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a picture could not be drawn");
        }
    }
}

/// The colours of pictures, from what a player has set.
pub const fn theme_of(theme: settings::Theme) -> Theme {
    match theme {
        settings::Theme::Classic => Theme::Classic,
        settings::Theme::Dark => Theme::Dark,
        settings::Theme::Contrast => Theme::Contrast,
    }
}

/// The size of pictures, from what a player has set.
pub const fn size_of(size: settings::Size) -> Size {
    match size {
        settings::Size::Small => Size::Small,
        settings::Size::Normal => Size::Normal,
        settings::Size::Large => Size::Large,
    }
}
