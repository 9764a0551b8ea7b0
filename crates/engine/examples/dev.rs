//! Experiments: dev GAME VARIANT nodes [turns…]: iterations at one position.
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::search::*;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let nodes: u64 = args[3].parse().unwrap();
    let mut game = if args[2].contains('/') {
        AnyGame::from_code(&format!("{} {}", args[1], args[2])).unwrap()
    } else {
        AnyGame::start(&Variant::parse(&args[1], &args[2]).unwrap())
    };
    for t in &args[4..] {
        let turn = game.read(t).unwrap();
        game.play(&turn).unwrap();
    }
    let mut engine = Engine::new(Options::default());
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    let show = |r: &Report| {
        let mut g = game.clone();
        let line: Vec<String> = r.lines[0]
            .turns
            .iter()
            .map(|t| {
                let x = g.write(t).unwrap();
                g.play(t).unwrap();
                x
            })
            .collect();
        println!(
            "depth {} nodes {} {:.3}s score {} {}",
            r.depth,
            r.nodes,
            start.elapsed().as_secs_f64(),
            r.lines[0].score,
            line.join(" | ")
        );
    };
    let r = engine
        .search(&game, Limits::nodes(nodes), &stop, |r| show(r))
        .unwrap();
    show(&r);
}
