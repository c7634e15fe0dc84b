use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilewright::batch::{Progress, Silent, run};

#[derive(Default)]
struct Count {
    total: AtomicUsize,
    steps: AtomicUsize,
    finished: AtomicUsize,
}

impl Progress for Count {
    fn start(&self, total: usize) {
        self.total.store(total, Ordering::SeqCst);
    }
    fn step(&self) {
        self.steps.fetch_add(1, Ordering::SeqCst);
    }
    fn finish(&self) {
        self.finished.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn results_have_the_order_of_the_items_at_any_number_of_threads() {
    let items: Vec<u64> = (0..500).collect();
    let expected: Vec<_> = items.iter().map(|item| Ok(item * 2)).collect();
    for jobs in [None, Some(0), Some(1), Some(3), Some(usize::MAX)] {
        let items = if jobs == Some(usize::MAX) { &items[..8] } else { &items };
        let count = Count::default();
        let results = run(items, jobs, &count, |item| {
            std::thread::sleep(std::time::Duration::from_micros(item % 7 * 10));
            item * 2
        });
        assert_eq!(results, expected[..items.len()]);
        assert_eq!(count.total.into_inner(), items.len());
        assert_eq!(count.steps.into_inner(), items.len());
        assert_eq!(count.finished.into_inner(), 1);
    }
}

#[test]
fn nothing_to_do_is_done() {
    assert!(run(&[] as &[u8], Some(4), &Silent, |_| ()).is_empty());
}

#[test]
fn a_panic_ends_only_its_own_item() {
    let items: Vec<usize> = (0..40).collect();
    for jobs in [None, Some(1), Some(2)] {
        let results = run(&items, jobs, &Silent, |&item| match item {
            7 => panic!("seven"),
            9 => panic!("number {item}"),
            _ => item,
        });
        for (item, result) in results.iter().enumerate() {
            match (item, result) {
                (7, Err(panicked)) => assert_eq!(panicked.message, "seven"),
                (9, Err(panicked)) => assert_eq!(panicked.message, "number 9"),
                (item, result) => assert_eq!(result, &Ok(item)),
            }
        }
        let told = results[7].as_ref().expect_err("it panicked").in_file(Path::new("a.tscn"));
        assert!(told.message.starts_with("a.tscn: tilewright panicked: seven (at tests"), "{told}");
    }
}

/// Runs this test binary again for one test that panics inside, and looks at what it prints.
#[test]
fn a_panic_in_an_item_prints_nothing_and_one_outside_still_does() {
    let run_again = |inner: &str| {
        let program = std::env::current_exe().expect("this program");
        let output = std::process::Command::new(program)
            .args(["--exact", "--nocapture", "--test-threads=1", "run::panics_inside"])
            .env("PANICS", inner)
            .env("RUST_BACKTRACE", "0")
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(!run_again("in an item").contains("boom"));
    assert!(run_again("outside").contains("boom"));
}

#[test]
fn panics_inside() {
    match std::env::var("PANICS").as_deref() {
        Ok("in an item") => assert!(
            run(&[1, 2, 3], Some(2), &Silent, |_| panic!("boom"))
                .iter()
                .all(|result: &Result<(), _>| result.is_err())
        ),
        Ok(_) => {
            let _ = run(&[1], None, &Silent, |item| *item);
            panic!("boom");
        }
        Err(_) => {}
    }
}
