//! Experiments.
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::search::*;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let variant = Variant::parse(&args[1], &args[2]).unwrap();
    let nodes: u64 = args[3].parse().unwrap();
    let mut game = AnyGame::start(&variant);
    for t in &args[4..] {
        let turn = game.read(t).unwrap();
        game.play(&turn).unwrap();
    }
    let mut engine = Engine::new(Options::default());
    let stop = AtomicBool::new(false);
    let mut ply = 0;
    while game.outcome().is_none() {
        let start = Instant::now();
        let r = engine
            .search(&game, Limits::nodes(nodes), &stop, |_| {})
            .unwrap();
        let s = start.elapsed().as_secs_f64();
        let turn = r.lines[0].turn();
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
            "{ply} {} score {} depth {} nodes {} {:.2} Mn/s  {}",
            game.to_move(),
            r.lines[0].score,
            r.depth,
            r.nodes,
            r.nodes as f64 / s / 1e6,
            line.join(" | ")
        );
        game.play(&turn).unwrap();
        ply += 1;
    }
    println!("{:?}", game.outcome());
}
