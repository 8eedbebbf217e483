//! Benchmarks and animations in Rust, measured by the tool `framegate`: a binding of `framegate.h`.
//!
//! ```console
//! $ cc -O2 -g -DFRAMEGATE_MAIN -x c -c ../C/framegate.h -o framegate.o
//! $ rustc -O -g -C link-arg=framegate.o demo.rs
//! $ framegate check --worker ./demo
//! ```

use std::arch::asm;
use std::ffi::CString;
use std::mem::size_of;
use std::os::raw::{c_char, c_double, c_int, c_void};
use std::panic::Location;

/// A loop to time; what it needs is made once.
pub trait Benchmark: Sized {
    /// How far its numbers may differ between two builds, absolute or as a share.
    const TOLERANCE: f64 = 0.0;

    fn set_up() -> Self;

    /// One iteration.
    fn run(&mut self);
}

/// An animation; each time that it is played, a new scene is built.
pub trait Scene: Sized {
    /// How far its numbers may differ between two builds, absolute or as a share.
    const TOLERANCE: f64 = 0.0;

    fn build(parameters: &Parameters) -> Self;

    /// Makes one frame; animations are evaluated at `frame.time`.
    fn render(&mut self, frame: &Frame);
}

/// A frame: number `index` from 0. It starts `start` seconds after the scenario does, and is shown
/// at `time`, one vsync later.
#[repr(C)]
pub struct Frame {
    pub index: c_int,
    pub start: c_double,
    pub time: c_double,
}

/// What a scene is built for: `--layers`, `--rate` and `--screen` of the tool.
#[repr(C)]
pub struct Parameters {
    pub layers: c_int,
    pub rate: c_double,
    pub width: c_double,
    pub height: c_double,
}

/// Registers a benchmark of `operations` operations in each iteration.
#[track_caller]
pub fn benchmark<B: Benchmark>(name: &str, operations: i32) {
    extern "C" fn set_up<B: Benchmark>() -> *mut c_void {
        Box::into_raw(Box::new(B::set_up())).cast()
    }
    extern "C" fn run<B: Benchmark>(input: *mut c_void) {
        unsafe { (*input.cast::<B>()).run() }
    }
    let entry = add(name, Some(run::<B>), None, None, 0.0);
    entry.operations = operations;
    entry.tolerance = B::TOLERANCE;
    entry.set_up = Some(set_up::<B>);
    entry.tear_down = Some(drop_box::<B>);
}

/// Registers a scenario that lasts `seconds`, with budgets such as `noDroppedFrames@60`, separated
/// by spaces.
#[track_caller]
pub fn scenario<S: Scene>(name: &str, seconds: f64, budgets: &str) {
    extern "C" fn build<S: Scene>(parameters: *const Parameters) -> *mut c_void {
        Box::into_raw(Box::new(S::build(unsafe { &*parameters }))).cast()
    }
    extern "C" fn render<S: Scene>(scene: *mut c_void, frame: *const Frame) {
        unsafe { (*scene.cast::<S>()).render(&*frame) }
    }
    let entry = add(name, None, Some(render::<S>), Some(build::<S>), seconds);
    entry.budgets = text(budgets);
    entry.tolerance = S::TOLERANCE;
    entry.tear_down = Some(drop_box::<S>);
}

/// Keeps the optimizer from leaving out what computes a number. A comparison checks that both
/// sides pass the same numbers.
pub fn use_number(value: f64) {
    use_value((&value as *const f64).cast(), size_of::<f64>(), 1);
}

/// The same for bytes.
#[allow(dead_code)]
pub fn use_bytes(bytes: &[u8]) {
    use_value(bytes.as_ptr().cast(), bytes.len(), 0);
}

#[inline(always)]
fn use_value(bytes: *const c_void, size: usize, is_number: c_int) {
    unsafe {
        asm!("/* {0} */", in(reg) bytes, options(nostack, preserves_flags));
        if framegate_is_recording != 0 {
            framegate_record(bytes, size, is_number);
        }
    }
}

/// Does what the arguments of the program say, and ends it.
pub fn main() -> ! {
    let words: Vec<*mut c_char> = std::env::args()
        .map(|word| text(&word))
        .chain([std::ptr::null()])
        .map(|word| word as *mut c_char)
        .collect();
    std::process::exit(unsafe { framegate_main(words.len() as c_int - 1, words.as_ptr()) })
}

#[repr(C)]
struct Entry {
    name: *const c_char,
    run: Option<Run>,
    render: Option<Render>,
    build: Option<Build>,
    seconds: c_double,
    file: *const c_char,
    line: c_int,
    operations: c_int,
    set_up: Option<extern "C" fn() -> *mut c_void>,
    tear_down: Option<Run>,
    budgets: *const c_char,
    tolerance: c_double,
}

type Run = extern "C" fn(*mut c_void);
type Render = extern "C" fn(*mut c_void, *const Frame);
type Build = extern "C" fn(*const Parameters) -> *mut c_void;

extern "C" {
    static framegate_is_recording: c_int;
    fn framegate_record(bytes: *const c_void, size: usize, is_number: c_int);
    fn framegate_main(count: c_int, words: *const *mut c_char) -> c_int;
    fn framegate_add(
        name: *const c_char,
        run: Option<Run>,
        render: Option<Render>,
        build: Option<Build>,
        seconds: c_double,
        file: *const c_char,
        line: c_int,
    ) -> *mut Entry;
}

extern "C" fn drop_box<T>(made: *mut c_void) {
    drop(unsafe { Box::from_raw(made.cast::<T>()) })
}

/// A text that stays until the program ends.
fn text(text: &str) -> *const c_char {
    CString::new(text)
        .expect("texts have no zero bytes")
        .into_raw()
}

#[track_caller]
fn add(
    name: &str,
    run: Option<Run>,
    render: Option<Render>,
    build: Option<Build>,
    seconds: f64,
) -> &'static mut Entry {
    let place = Location::caller();
    unsafe {
        &mut *framegate_add(
            text(name),
            run,
            render,
            build,
            seconds,
            text(place.file()),
            place.line() as c_int,
        )
    }
}
