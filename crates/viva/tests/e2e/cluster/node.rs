//! Servers of a cluster as child processes, each with its own route to the database.

use std::path::{Path, PathBuf};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

use super::servers::Nats;
use crate::support::{Guest, Server};

/// The number of servers.
pub(super) const NODES: usize = 2;

/// Two servers, a database and a bus.
pub(super) struct Cluster {
    folder: PathBuf,
    database: String,
    bus: Option<Nats>,
    bus_address: String,
    roads: Vec<Road>,
    /// `None` while it is dead.
    nodes: Vec<Option<Server>>,
    urls: Vec<String>,
    /// The organisers' links not used yet.
    links: Vec<String>,
}

/// A route to the database, which can be cut.
struct Road {
    address: String,
    is_open: watch::Sender<bool>,
}

impl Road {
    async fn to(database: &str) -> Self {
        let (before, after) = database.split_once("127.0.0.1:").unwrap();
        let (port, name) = after.split_once('/').unwrap();
        let server: u16 = port.parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("{before}{}/{name}", listener.local_addr().unwrap());
        let is_open = watch::Sender::new(true);
        let state = is_open.subscribe();
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let mut state = state.clone();
                tokio::spawn(async move {
                    if !*state.borrow_and_update() {
                        return;
                    }
                    let mut server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut server) => {}
                        _ = state.changed() => {}
                    }
                });
            }
        });
        Self { address, is_open }
    }
}

impl Cluster {
    /// Starts the servers; the first is given the contests of these texts, the second finds them.
    pub(super) async fn start(folder: &Path, database: String, bus: Nats, texts: &[String]) -> Self {
        let bus_address = bus.address();
        let roads = vec![Road::to(&database).await, Road::to(&database).await];
        let mut cluster = Self {
            folder: folder.to_owned(),
            database,
            bus: Some(bus),
            bus_address,
            roads,
            nodes: Vec::new(),
            urls: Vec::new(),
            links: Vec::new(),
        };
        let files = texts.iter().enumerate().map(|(number, text)| {
            let file = folder.join(format!("contest-{number}.toml"));
            std::fs::write(&file, text).unwrap();
            file.to_str().unwrap().to_owned()
        });
        let files: Vec<_> = files.collect();
        for node in 0..NODES {
            let mut arguments = cluster.arguments(node);
            if node == 0 {
                arguments.extend(files.clone());
            } else {
                // The organiser copies the first server's key to every other.
                std::fs::create_dir_all(cluster.data(node)).unwrap();
                std::fs::copy(cluster.data(0).join("signing-key"), cluster.data(node).join("signing-key")).unwrap();
            }
            let server = start(&cluster.data(node), &arguments);
            cluster.links.extend(server.organiser_links.clone());
            cluster.urls.push(server.url.clone());
            cluster.nodes.push(Some(server));
        }
        cluster
    }

    /// The arguments of a server of this cluster.
    pub(super) fn arguments(&self, node: usize) -> Vec<String> {
        let (database, bus) = (&self.roads[node].address, &self.bus_address);
        let arguments = ["--database", database, "--bus", bus, "--metrics", "127.0.0.1:0"];
        arguments.map(str::to_owned).to_vec()
    }

    fn data(&self, node: usize) -> PathBuf {
        self.folder.join(format!("node-{node}"))
    }

    /// The address of the database itself.
    pub(super) fn database(&self) -> &str {
        &self.database
    }

    /// The public address of this server.
    pub(super) fn url(&self, node: usize) -> String {
        self.urls[node].clone()
    }

    /// The public addresses of all servers.
    pub(super) fn urls(&self) -> Vec<String> {
        self.urls.clone()
    }

    /// The organiser of the next contest in the list.
    pub(super) async fn organiser(&mut self) -> Guest {
        let link = self.links.remove(0);
        Guest::join(&self.urls[0], &link).await
    }

    /// A running server.
    pub(super) fn node(&self, node: usize) -> &Server {
        self.nodes[node].as_ref().unwrap()
    }

    /// Takes a server out, to be ended by the caller.
    pub(super) fn take(&mut self, node: usize) -> Server {
        self.nodes[node].take().unwrap()
    }

    /// Restarts a server at its address.
    pub(super) fn start_again(&mut self, node: usize) {
        let mut arguments = self.arguments(node);
        arguments.extend(["--listen".to_owned(), self.urls[node].trim_start_matches("http://").to_owned()]);
        self.nodes[node] = Some(start(&self.data(node), &arguments));
    }

    /// Opens or cuts the route of a server to the database, with every connection on it.
    pub(super) fn set_road(&self, node: usize, is_open: bool) {
        self.roads[node].is_open.send_replace(is_open);
    }

    /// Stops the bus, which loses all its state.
    pub(super) fn stop_bus(&mut self) {
        self.bus = None;
    }

    /// Starts a new bus at the same address.
    pub(super) fn start_bus(&mut self) {
        let port = self.bus_address.rsplit_once(':').unwrap().1.parse().unwrap();
        self.bus = Some(Nats::start_at(port));
    }
}

fn start(data: &Path, arguments: &[String]) -> Server {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Server::start(data, &arguments)
}
