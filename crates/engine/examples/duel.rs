//! duel GAME VARIANT nodesA nodesB games seed A B  where A,B: comma list of plain,notable,noorder,noext,nored,nogifts,nosolver; nodes may be "50ms"
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::*;
use hexpost_engine::side::Side;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
fn opts(s: &str) -> Options {
    let mut o = Options {
        megabytes: 16,
        ..Options::default()
    };
    for w in s.split(',') {
        match w {
            "plain" => o.plain = true,
            "notable" => o.techniques.table = false,
            "noorder" => o.techniques.ordering = false,
            "noext" => o.techniques.extensions = false,
            "nored" => o.techniques.reductions = false,
            "nogifts" => o.techniques.gifts = false,
            "nosolver" => o.techniques.solver = false,
            _ => {}
        }
    }
    o
}
fn go(e: &mut Engine, g: &AnyGame, l: &str) -> (Report, f64) {
    let t = Instant::now();
    let stop = AtomicBool::new(false);
    let r = if let Some(ms) = l.strip_suffix("ms") {
        let ms: u64 = ms.parse().unwrap();
        let done = AtomicBool::new(false);
        std::thread::scope(|s| {
            let h = s.spawn(|| {
                std::thread::park_timeout(Duration::from_millis(ms));
                if !done.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            let r = e.search(g, Limits::NONE, &stop, |_| {}).unwrap();
            done.store(true, Ordering::Relaxed);
            h.thread().unpark();
            r
        })
    } else {
        e.search(g, Limits::nodes(l.parse().unwrap()), &stop, |_| {})
            .unwrap()
    };
    (r, t.elapsed().as_secs_f64())
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let games: u64 = a[5].parse().unwrap();
    let seed: u64 = a[6].parse().unwrap();
    let mut engines = [Engine::new(opts(&a[7])), Engine::new(opts(&a[8]))];
    let lim = [&a[3], &a[4]];
    let mut score = 0.0;
    let mut n = 0.0;
    let mut stats = [(0u64, 0.0, 0i64, 0u64); 2];
    let mut first = 0.0;
    for pair in 0..games / 2 {
        let v = Variant::drawn(&a[1], &a[2], seed * 1000 + pair).unwrap();
        let mut rng = SplitMix64::new(seed * 100 + pair);
        let mut start = AnyGame::start(&v);
        let k = 2 + rng.below(3);
        for _ in 0..k {
            if start.outcome().is_none() {
                let t = start.uniform_turn(&mut rng).unwrap();
                start.play(&t).unwrap();
            }
        }
        for swap in 0..2 {
            let mut g = start.clone();
            for e in &mut engines {
                e.clear();
            }
            let mut plies = 0;
            while g.outcome().is_none() && plies < 300 {
                let who = (if g.to_move() == Side::First { 0 } else { 1 }) ^ swap;
                let (r, s) = go(&mut engines[who], &g, lim[who]);
                stats[who].0 += r.nodes;
                stats[who].1 += s;
                stats[who].2 += r.depth as i64;
                stats[who].3 += 1;
                let t = r.lines[0].turn();
                g.play(&t).unwrap();
                plies += 1;
            }
            let w = match g.outcome().and_then(|o| o.winner) {
                None => 0.5,
                Some(s) => {
                    let who = (if s == Side::First { 0 } else { 1 }) ^ swap;
                    first += if s == Side::First { 1.0 } else { 0.0 };
                    if who == 0 { 1.0 } else { 0.0 }
                }
            };
            score += w;
            n += 1.0;
        }
    }
    let p: f64 = score / n;
    let se = (p * (1.0 - p) / n).sqrt();
    println!(
        "{} {} {} vs {}: {:.1}/{} = {:.1}% ± {:.1}  first wins {:.0}  nps {:.2}/{:.2} M depth {:.2}/{:.2}",
        a[1],
        a[2],
        a[7],
        a[8],
        score,
        n,
        p * 100.0,
        se * 196.0,
        first,
        stats[0].0 as f64 / stats[0].1 / 1e6,
        stats[1].0 as f64 / stats[1].1 / 1e6,
        stats[0].2 as f64 / stats[0].3 as f64,
        stats[1].2 as f64 / stats[1].3 as f64
    );
}
