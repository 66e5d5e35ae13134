//! Strangers' connections do not shut out participants. Real sockets over loopback.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{
    Extension, Router,
    routing::{get, post},
};
use server::connections::{self, ConnectionLimits, Connections, Visitor};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
};

const PATIENCE: Duration = Duration::from_secs(60);

/// Few connections, and unlimited time for a head.
const FEW: ConnectionLimits = ConnectionLimits {
    all: 16,
    strangers: 8,
    strangers_per_address: 4,
    head: Duration::from_secs(3600),
    body: Duration::from_secs(3600),
};

/// A server whose page `/seat` belongs to a participant.
async fn serves(limits: ConnectionLimits) -> (SocketAddr, Arc<Connections>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let seat = |Extension(visitor): Extension<Visitor>| async move {
        visitor.is("medal/J1");
        "seated"
    };
    let form = |text: String| async move { text };
    let router =
        Router::new().route("/", get(|| async { "hello" })).route("/seat", get(seat)).route("/form", post(form));
    let connections = Connections::new(limits);
    tokio::spawn(connections::serve(listener, None, router, Arc::clone(&connections)));
    (address, connections)
}

/// A client that begins a request and never finishes it.
async fn begins(to: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let mut stream = socket.connect(to).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").await.unwrap();
    stream
}

/// Requests a page on a connection that stays open.
async fn asks(stream: &mut TcpStream, page: &str) -> String {
    stream.write_all(format!("GET {page} HTTP/1.1\r\nHost: hall\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"hello") && !answer.ends_with(b"seated") {
        let read = tokio::time::timeout(PATIENCE, stream.read_buf(&mut answer)).await.expect("it answers").unwrap();
        assert!(read > 0, "the connection ended after {:?}", String::from_utf8_lossy(&answer));
    }
    String::from_utf8(answer).unwrap()
}

/// Ready when the server has ended this connection.
async fn is_ended(mut stream: TcpStream) {
    let mut rest = Vec::new();
    // A clean end and a reset both count.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("it ends");
}

#[tokio::test]
async fn a_head_that_is_never_finished_ends_by_itself() {
    let head = Duration::from_millis(50);
    let (address, connections) = serves(ConnectionLimits { head, ..FEW }).await;
    let mut slow = Vec::new();
    for _ in 0..4 {
        slow.push(begins(address, Ipv4Addr::LOCALHOST).await);
    }
    for stream in slow {
        is_ended(stream).await;
    }
    while connections.count().0 > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_body_that_is_never_finished_ends_by_itself() {
    let body = Duration::from_millis(50);
    let (address, connections) = serves(ConnectionLimits { body, ..FEW }).await;
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"POST /form HTTP/1.1\r\nHost: hall\r\nContent-Length: 10\r\n\r\nhal").await.unwrap();
    is_ended(slow).await;
    while connections.count().0 > 0 {
        tokio::task::yield_now().await;
    }
    let mut quick = TcpStream::connect(address).await.unwrap();
    quick.write_all(b"POST /form HTTP/1.1\r\nHost: hall\r\nContent-Length: 5\r\n\r\nhello").await.unwrap();
    assert!(asks(&mut quick, "/").await.contains("200 OK"), "what is whole is taken");
}

#[tokio::test]
async fn three_hundred_strangers_leave_room_for_the_next_and_shut_nobody_out_who_is_seated() {
    let (address, connections) = serves(FEW).await;
    let mut seated = TcpStream::connect(address).await.unwrap();
    assert!(asks(&mut seated, "/seat").await.contains("200 OK"));
    let mut first = None;
    let mut strangers = Vec::new();
    for _ in 0..300 {
        let stream = begins(address, Ipv4Addr::LOCALHOST).await;
        if first.is_none() {
            first = Some(stream);
        } else {
            strangers.push(stream);
        }
        assert!(connections.count().1 <= FEW.strangers_per_address);
    }
    is_ended(first.unwrap()).await;
    assert!(asks(&mut seated, "/seat").await.contains("200 OK"), "whoever is seated stays");
    let mut late = TcpStream::connect(address).await.unwrap();
    assert!(asks(&mut late, "/").await.contains("200 OK"), "a stranger who says what it wants is served");
    let mut back = TcpStream::connect(address).await.unwrap();
    assert!(asks(&mut back, "/seat").await.contains("200 OK"), "a participant who comes back sits down");
    for _ in 0..40 {
        strangers.push(begins(address, Ipv4Addr::LOCALHOST).await);
    }
    assert!(asks(&mut back, "/seat").await.contains("200 OK"));
}

#[tokio::test]
async fn strangers_of_one_address_take_nothing_from_those_of_another() {
    let (address, _) = serves(FEW).await;
    let quiet = TcpSocket::new_v4().unwrap();
    quiet.bind((Ipv4Addr::new(127, 0, 0, 2), 0).into()).unwrap();
    let mut quiet = quiet.connect(address).await.unwrap();
    assert!(asks(&mut quiet, "/").await.contains("200 OK"));
    let mut crowd = Vec::new();
    for from in [Ipv4Addr::LOCALHOST, Ipv4Addr::new(127, 0, 0, 3)] {
        for _ in 0..20 {
            crowd.push(begins(address, from).await);
        }
    }
    assert!(asks(&mut quiet, "/").await.contains("200 OK"), "the oldest of the most crowded address had to go");
}

#[test]
fn most_descriptors_are_kept_for_those_who_are_seated() {
    let few = ConnectionLimits::within(256);
    assert_eq!((few.all, few.strangers, few.strangers_per_address), (160, 40, 20));
    let usual = ConnectionLimits::within(1024);
    assert!(usual.strangers * 4 <= usual.all && usual.all < 1024);
    assert_eq!(ConnectionLimits::within(usize::MAX).strangers, 1024);
}
