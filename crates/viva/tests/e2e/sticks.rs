//! Folders on file systems without hard links and sockets, such as a stick with exFAT.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::support::{Server, contest_file, house_entries, talk, viva};

/// A stick with exFAT, mounted by FUSE from a loop device. It is unmounted when dropped.
struct Stick {
    folder: TempDir,
    device: String,
}

/// A command's output, or its failure.
fn done(program: &str, arguments: &[&str]) -> Result<String, String> {
    let path = format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default());
    let output = Command::new(program).args(arguments).env("PATH", path).output();
    let output = output.map_err(|why| format!("{program}: {why}"))?;
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(told(&output.stdout)) } else { Err(format!("{program}: {}", told(&output.stderr))) }
}

impl Stick {
    fn mounted() -> Result<Self, String> {
        let folder = tempfile::tempdir().unwrap();
        let [image, at] = ["image", "stick"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
        fs::File::create(&image).unwrap().set_len(256 << 20).unwrap();
        fs::create_dir(&at).unwrap();
        done("mkfs.exfat", &[&image])?;
        let device = done("losetup", &["--find", "--show", &image])?;
        let stick = Self { folder, device };
        done("mount.exfat-fuse", &[&stick.device, &at])?;
        Ok(stick)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("stick")
    }
}

impl Drop for Stick {
    fn drop(&mut self) {
        let _ = done("umount", &["--lazy", self.path().to_str().unwrap()]);
        let _ = done("losetup", &["--detach", &self.device]);
    }
}

fn status(data: &Path) -> (bool, String) {
    let output = viva().args(["contest", "status", "--json", "--data"]).arg(data).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_stick_without_links_and_sockets_everything_is_written_and_commanded() {
    let stick = match Stick::mounted() {
        Ok(stick) => stick,
        Err(why) => {
            eprintln!("SKIPPED: no exFAT can be mounted here: {why}");
            return;
        }
    };
    let at = |name: &str| stick.path().join(name);
    assert!(fs::write(at("a"), "").and_then(|()| fs::hard_link(at("a"), at("b"))).is_err(), "it has no links");

    let new = || viva().args(["contest", "new"]).arg(at("mine.toml")).output().unwrap();
    let made = new();
    assert!(made.status.success(), "{}", talk(&made));
    let refused = new();
    assert!(!refused.status.success() && talk(&refused).contains("--force"), "{}", talk(&refused));

    let demo = ["demo", "--json", "--seed", "1", "--talk", "1m", "--pace", "240", "--out"];
    let demo = viva().args(demo).arg(at("demo")).output().unwrap();
    assert!(demo.status.success(), "{}", talk(&demo));
    let told: serde_json::Value = serde_json::from_slice(&demo.stdout).unwrap();
    let record = told["record"].as_str().unwrap();
    let published = viva().args(["record", "publish", record, "--out"]).arg(at("site")).output().unwrap();
    assert!(published.status.success(), "{}", talk(&published));
    assert!(at("site").join("index.html").exists());

    let data = at("data");
    let server = Server::with_contest(&stick.path(), &contest_file(&house_entries(), ""), &[]);
    assert!(server.said.contains("can be read by others"), "{}", server.said);
    let (is_done, told) = status(&data);
    assert!(is_done && told.contains("\"story\""), "{told}");
    let paused = viva().args(["contest", "announce", "everybody", "Tea.", "--data"]).arg(&data).output().unwrap();
    assert!(paused.status.success(), "{}", talk(&paused));
    server.kill();
    // A dead server's socket is not a server.
    let (is_done, told) = status(&data);
    assert!(!is_done && told.contains("no server"), "{told}");
    let server = Server::start(&data, &[]);
    assert!(status(&data).0);
    server.kill();
    for file in fs::read_dir(stick.path()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with(".viva-"), "{name} is left");
    }
}

/// A folder that cannot hold a socket, on any file system: another file has its name.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_folder_takes_no_socket_is_commanded_through_another() {
    let folder = tempfile::tempdir().unwrap();
    let (data, runtime) = (folder.path().join("data"), folder.path().join("runtime"));
    fs::create_dir_all(data.join("control/in-the-way")).unwrap();
    fs::create_dir(&runtime).unwrap();
    let mut command = viva();
    command.env("XDG_RUNTIME_DIR", &runtime).env_remove("RUNTIME_DIRECTORY");
    let server = Server::with_contest_by(command, folder.path(), &contest_file(&house_entries(), ""));
    let private = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o077 == 0;
    let at = fs::read_to_string(data.join("control.at")).unwrap();
    assert!(at.starts_with(runtime.to_str().unwrap()) && private(Path::new(&at)), "{at}");
    assert!(private(&data.join("control.at")) && private(&Path::new(&at).join("control")));
    let (is_done, told) = status(&data);
    assert!(is_done && told.contains("\"story\""), "{told}");
    server.signal(rustix::process::Signal::TERM);
    server.ends();
    assert!(!Path::new(&at).exists(), "the folder goes with the server");
    assert!(!status(&data).0);

    // A socket is created there if possible.
    fs::remove_dir_all(data.join("control")).unwrap();
    let _server = Server::start(&data, &[]);
    assert!(!data.join("control.at").exists() && status(&data).0);
}

#[test]
fn a_key_that_others_can_read_is_remarked() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    assert!(!server.said.contains("can be read by others"), "{}", server.said);
    server.kill();
    let key = data.join("signing-key");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let server = Server::start(&data, &[]);
    assert!(!server.said.contains("can be read by others"), "nobody else may enter the folder: {}", server.said);
    server.kill();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let server = Server::start(&data, &[]);
    assert!(server.said.contains("signing-key` can be read by others"), "{}", server.said);
    server.kill();
}
