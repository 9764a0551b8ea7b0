//! The same tests on PostgreSQL.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use crate::test_database::is_postgres;

/// Modules about SQLite's files, which have nothing to do with a server.
const ONLY_FILES: &[&str] = &["database_files", "crash", "query_plans", "previous_version"];

/// The exit code of `.ci/postgres` if PostgreSQL is not installed.
const NOT_INSTALLED: i32 = 3;

/// Runs all tests of this program again, on a temporary server. Needs PostgreSQL's programs; without them
/// it says so, and fails only if `HEXPOST_NEEDS_POSTGRES` is set.
#[test]
fn the_use_cases_work_on_postgres_as_well() {
    if is_postgres() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(root.join(".ci/postgres"));
    command.arg(std::env::current_exe().unwrap());
    for module in ONLY_FILES {
        command.args(["--skip", &format!("{module}::")]);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NOT_INSTALLED) {
        assert!(
            std::env::var_os("HEXPOST_NEEDS_POSTGRES").is_none(),
            "{complained}"
        );
        // Past the capture of the output, so that it is seen.
        let note = "SKIPPED: the use cases on PostgreSQL, which is not installed\n";
        std::io::stderr().write_all(note.as_bytes()).unwrap();
        return;
    }
    assert!(output.status.success(), "{said}\n{complained}");
}
