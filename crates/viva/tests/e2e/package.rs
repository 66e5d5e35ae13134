//! `deploy/package`: the Debian package installs, demonstrates, and is removed without a trace; the container image
//! runs from its own content; packaging twice gives the same bytes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::desk::Desk;

/// The time stamp of the files in these packages.
const EPOCH: &str = "1287824400";

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|why| panic!("{command:?}: {why}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}{}", String::from_utf8_lossy(&output.stdout));
    output
}

/// Packages the program under test into this folder.
fn package(out: &Path) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/package");
    let mut command = Command::new(script);
    command.args(["--uncompressed", "--program", env!("CARGO_BIN_EXE_viva"), "--out"]).arg(out);
    run(command.env("SOURCE_DATE_EPOCH", EPOCH).env("NO_COLOR", "1"));
}

/// The only file of a folder with this ending.
fn only(folder: &Path, ending: &str) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let found: Vec<_> = files.filter(|path| path.to_str().unwrap().ends_with(ending)).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

/// `dpkg` on a root of its own, without root's powers.
fn dpkg(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("dpkg");
    let log = format!("--log={}", root.join("dpkg.log").display());
    command.arg(format!("--root={}", root.display())).arg(log);
    // Scripts and libraries are not looked up in a root that holds nothing else.
    command.args(["--force-not-root", "--force-script-chrootless", "--force-depends"]).args(arguments);
    run(&mut command)
}

fn files_below(folder: &Path) -> Vec<String> {
    let found = run(Command::new("find").arg(folder).args(["-type", "f", "-printf", "%P\\n"])).stdout;
    let mut files: Vec<_> = String::from_utf8(found).unwrap().lines().map(str::to_owned).collect();
    files.sort();
    files
}

/// The exposure of the service, from 0 to 10, must not grow. What is left is needed by the sandboxes of entries' programs; the
/// comments of the file say how.
#[test]
fn the_service_is_no_more_exposed_than_the_sandboxes_of_programs_need() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/viva.service");
    let Ok(output) = Command::new("systemd-analyze").args(["security", "--offline=yes", "--no-pager", file]).output()
    else {
        eprintln!("skipped: there is no systemd-analyze here");
        return;
    };
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let rating = told.split_once("Overall exposure level for viva.service: ").map(|(_, rest)| rest);
    let rating = rating.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    let rating = rating.unwrap_or_else(|| panic!("{told}{}", String::from_utf8_lossy(&output.stderr)));
    assert!(rating < 3.0, "{rating}: {told}");
}

/// The filter of system calls by which systemd forbids namespaces of control groups (`RestrictNamespaces=`), in the form of the
/// kernel: `clone` and `unshare` with that flag fail, and `clone3`, whose flags a filter cannot read, does not exist.
fn without_group_namespaces() -> Option<Vec<u8>> {
    const GROUPS: u32 = 0x0200_0000;
    let [load, equal, has, answer] = [0x20_u16, 0x15, 0x45, 0x06];
    let [clone, unshare] = match std::env::consts::ARCH {
        "x86_64" => [56, 272],
        "aarch64" => [220, 97],
        _ => return None,
    };
    let [fails, unknown, allowed] = [0x0005_0000 | 1, 0x0005_0000 | 38, 0x7fff_0000];
    let filter: [(u16, u8, u8, u32); 9] = [
        (load, 0, 0, 0),
        (equal, 0, 1, 435),
        (answer, 0, 0, unknown),
        (equal, 1, 0, clone),
        (equal, 0, 3, unshare),
        (load, 0, 0, 16),
        (has, 0, 1, GROUPS),
        (answer, 0, 0, fails),
        (answer, 0, 0, allowed),
    ];
    let bytes = filter.iter().flat_map(|(code, yes, no, value)| {
        [code.to_ne_bytes().to_vec(), vec![*yes, *no], value.to_ne_bytes().to_vec()].concat()
    });
    Some(bytes.collect())
}

#[test]
fn programs_start_in_their_sandbox_where_the_service_forbids_namespaces_of_control_groups() {
    let Some(filter) = without_group_namespaces() else { return };
    let desk = Desk::new();
    desk.lay("filter", filter);
    let under = |command: &str| {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec bwrap --dev-bind / / --seccomp 9 -- {command} 9<filter"));
        shell.current_dir(desk.path(".")).env("NO_COLOR", "1").output().unwrap()
    };
    let forbidden = under("bwrap --unshare-cgroup --ro-bind / / true");
    assert!(!forbidden.status.success(), "the filter forbids nothing");
    let viva = env!("CARGO_BIN_EXE_viva");
    let checked = under(&format!("{viva} entry check stdio:cat --only connect,greet --json"));
    let told: Value = serde_json::from_slice(&checked.stdout)
        .unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&checked.stderr)));
    assert_eq!(told["passed"], true, "{told:#}");
}

#[test]
fn a_debian_package_is_installed_demonstrates_and_goes_and_packaging_again_gives_the_same_bytes() {
    let desk = Desk::new();
    let (once, twice) = (desk.path("once"), desk.path("twice"));
    package(&once);
    package(&twice);
    let sums = fs::read_to_string(once.join("SHA256SUMS")).unwrap();
    assert_eq!(sums, fs::read_to_string(twice.join("SHA256SUMS")).unwrap());
    assert_eq!(sums.lines().count(), 3, "{sums}");
    run(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(&twice));
    fs::remove_dir_all(&twice).unwrap();

    let root = desk.path("root");
    for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    for file in ["status", "available"] {
        fs::write(root.join("var/lib/dpkg").join(file), "").unwrap();
    }
    dpkg(&root, &["--install", only(&once, ".deb").to_str().unwrap()]);
    let viva = root.join("usr/bin/viva");
    let out = desk.path("demo");
    let mut demonstration = Command::new(&viva);
    run(demonstration.args(["demo", "--seed", "1", "--json", "--out"]).arg(&out).env("NO_COLOR", "1"));
    let mut verified = Command::new(&viva);
    run(verified.args(["record", "verify"]).arg(out.join("demo-1.viva")));
    let installed = files_below(&root.join("usr"));
    for file in [
        "share/man/man1/viva-record-verify.1.gz",
        "share/bash-completion/completions/viva",
        "share/zsh/vendor-completions/_viva",
        "share/fish/vendor_completions.d/viva.fish",
        "lib/systemd/system/viva.service",
        "share/doc/viva/copyright",
    ] {
        assert!(installed.iter().any(|known| known == file), "{file}: {installed:#?}");
    }
    let service = fs::read_to_string(root.join("usr/lib/systemd/system/viva.service")).unwrap();
    assert!(service.contains("ExecStart=/usr/bin/viva serve"), "{service}");

    // The contests stay after the program is removed, and a message says so.
    let kept = root.join("var/lib/viva/store.db");
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::write(&kept, "records").unwrap();
    dpkg(&root, &["--remove", "viva"]);
    assert!(!root.join("usr").exists(), "nothing of it is left");
    let purged = dpkg(&root, &["--purge", "viva"]);
    assert!(String::from_utf8_lossy(&purged.stderr).contains("contests are left in"), "{purged:?}");
    assert_eq!(fs::read_to_string(kept).unwrap(), "records");
    let left = fs::read_to_string(root.join("var/lib/dpkg/status")).unwrap();
    assert!(!left.contains("Package: viva"), "{left}");

    image(&desk, &only(&once, "-oci.tar"));
}

/// A consistent image: every digest is its file's, and the layer holds the program with its libraries.
fn image(desk: &Desk, archive: &Path) {
    let folder = desk.path("image");
    fs::create_dir(&folder).unwrap();
    run(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(&folder));
    let json = |path: &Path| -> Value { serde_json::from_slice(&fs::read(path).unwrap()).unwrap() };
    let blob = |told: &Value| {
        let digest = told["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap().to_owned();
        let path = folder.join("blobs/sha256").join(&digest);
        let sum = run(Command::new("sha256sum").arg(&path)).stdout;
        assert!(String::from_utf8(sum).unwrap().starts_with(&digest), "{told}");
        assert_eq!(told["size"], fs::metadata(&path).unwrap().len());
        path
    };
    assert_eq!(json(&folder.join("oci-layout"))["imageLayoutVersion"], "1.0.0");
    let manifest = json(&blob(&json(&folder.join("index.json"))["manifests"][0]));
    let config = json(&blob(&manifest["config"]));
    assert_eq!((&config["created"], &config["config"]["User"]), (&"2010-10-23T09:00:00Z".into(), &"1000:1000".into()));
    let layer = blob(&manifest["layers"][0]);
    let plain = run(Command::new("gzip").arg("-dc").arg(&layer)).stdout;
    let tar = desk.path("layer.tar");
    fs::write(&tar, plain).unwrap();
    let sum = String::from_utf8(run(Command::new("sha256sum").arg(&tar)).stdout).unwrap();
    assert_eq!(config["rootfs"]["diff_ids"][0], format!("sha256:{}", sum.split(' ').next().unwrap()));
    let held = String::from_utf8(run(Command::new("tar").arg("-tvf").arg(&tar)).stdout).unwrap();
    assert!(held.lines().any(|line| line.contains("1000/1000") && line.ends_with("./var/lib/viva/")), "{held}");
    let root = desk.path("container");
    fs::create_dir(&root).unwrap();
    run(Command::new("tar").arg("-xf").arg(&tar).arg("-C").arg(&root));
    // Only the image's content is visible.
    let mut walls = Command::new("bwrap");
    walls.args(["--unshare-all", "--clearenv", "--bind"]).arg(&root).args([
        "/",
        "--proc",
        "/proc",
        "/usr/bin/viva",
        "--version",
    ]);
    let told = String::from_utf8(run(&mut walls).stdout).unwrap();
    assert_eq!(told.trim(), concat!("viva ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn packaging_says_what_it_lacks_and_how_to_come_by_it() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/package");
    for (arguments, says) in
        [(&["--program", "/nowhere/viva"][..], "is no program"), (&["--frobnicate"], "does not know")]
    {
        let output = Command::new(script).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.contains("hint: "), "{said}");
    }
}
