//! Experiments: sp play GAME VARIANTS.. nodes games seed plain > file ; sp fit GAME file > weights
use hexpost_engine::game::Variant;
use hexpost_engine::search::*;
use std::sync::atomic::AtomicBool;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let stop = AtomicBool::new(false);
    if a[1] == "play" {
        let nodes: u64 = a[4].parse().unwrap();
        let games: u64 = a[5].parse().unwrap();
        let seed: u64 = a[6].parse().unwrap();
        let sp = SelfPlay {
            nodes,
            random: (2, 4),
            plain: a[7] == "plain",
        };
        let mut e = sp.engine();
        let vs: Vec<&str> = a[3].split(',').collect();
        for i in 0..games {
            let v = vs[(i as usize) % vs.len()];
            let v = Variant::drawn(&a[2], v, seed.wrapping_mul(1000003) + i).unwrap();
            println!(
                "{}",
                sp.play(&mut e, &v, seed.wrapping_mul(7919) + i, &stop)
            );
        }
    } else {
        let text = std::fs::read_to_string(&a[3]).unwrap();
        let games: Vec<ScoredGame> = text.lines().map(|l| l.parse().unwrap()).collect();
        let f = Fit {
            trust: a.get(4).map_or(40, |t| t.parse().unwrap()),
            ..Fit::default()
        }
        .run(&games, "test", |_| {})
        .unwrap();
        eprintln!("{} {:?}", f.positions, f.loss);
        print!("{}", f.text);
    }
}
