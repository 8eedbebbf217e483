//! A loop, and a list that scrolls: the header of `framegate.rs` says how it is built.

mod framegate;

use framegate::{Benchmark, Frame, Parameters, Scene};

struct Sort {
    numbers: Vec<u64>,
}

impl Benchmark for Sort {
    fn set_up() -> Self {
        let mut state = 1u64;
        let next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            state >> 33
        };
        Sort {
            numbers: std::iter::repeat_with(next).take(1_000).collect(),
        }
    }

    fn run(&mut self) {
        let mut numbers = self.numbers.clone();
        numbers.sort_unstable();
        framegate::use_number(numbers[500] as f64);
    }
}

struct List {
    rows: Vec<f64>,
}

impl Scene for List {
    fn build(parameters: &Parameters) -> Self {
        List {
            rows: (0..parameters.layers)
                .map(|row| f64::from(row) * 44.0)
                .collect(),
        }
    }

    fn render(&mut self, frame: &Frame) {
        let offset = 1_200.0 * frame.time;
        let visible = self
            .rows
            .iter()
            .filter(|&&top| (0.0..667.0).contains(&(top - offset)));
        framegate::use_number(visible.count() as f64);
    }
}

fn main() {
    framegate::benchmark::<Sort>("demo.sort", 1_000);
    framegate::scenario::<List>("demo.list", 0.5, "noDroppedFrames@60 noDroppedFrames@120");
    framegate::main()
}
