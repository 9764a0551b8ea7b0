//! Rendering of pictures on a few dedicated threads.
//!
//! Tokio's blocking threads are not used: there are many of them, and each would keep the memory of the
//! large buffers that a picture needs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;
use tokio::sync::{mpsc, oneshot};

use crate::app::people::settings;

/// Capacity of the queue; callers wait while it is full.
const QUEUE: usize = 64;

type Job = Box<dyn FnOnce() + Send>;

/// A pool of render threads.
#[derive(Clone, Debug)]
pub(crate) struct RenderPool {
    queue: mpsc::Sender<Job>,
}

impl RenderPool {
    /// Spawns `count` render threads, at least one. They exit when the last `RenderPool` is dropped.
    pub(crate) fn new(count: usize) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..count.max(1) {
            let jobs = Arc::clone(&jobs);
            let thread = thread::Builder::new().name(format!("render {number}"));
            if let Err(error) = thread.spawn(move || run(&jobs)) {
                tracing::error!(%error, "failed to spawn a render thread");
            }
        }
        Self { queue }
    }

    /// Runs `work` on a render thread; `None` if it panicked.
    pub(crate) async fn render<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move || {
            // The caller may have been cancelled.
            let _ = done.send(work());
        });
        self.queue.send(job).await.ok()?;
        result.await.ok()
    }
}

/// Runs one job after the other.
fn run(jobs: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        let job = jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .blocking_recv();
        let Some(job) = job else {
            return;
        };
        // A panic must not end the thread.
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("failed to render a picture: the renderer panicked");
        }
    }
}

/// The renderer's theme for a player's setting.
pub const fn theme_of(theme: settings::BoardTheme) -> Theme {
    match theme {
        settings::BoardTheme::Classic => Theme::Classic,
        settings::BoardTheme::Dark => Theme::Dark,
        settings::BoardTheme::Contrast => Theme::Contrast,
    }
}

/// The renderer's size for a player's setting.
pub const fn size_of(size: settings::BoardSize) -> Size {
    match size {
        settings::BoardSize::Small => Size::Small,
        settings::BoardSize::Normal => Size::Normal,
        settings::BoardSize::Large => Size::Large,
    }
}
