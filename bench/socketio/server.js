// The peer: the library's own server, carrying messages between judges and confederates as the protocol asks, and no
// more: node server.js PAIRS. It keeps what was said in memory only. A line on its input starts the round.
"use strict";

const { Server } = require(process.env.LIBRARY);

const pairs = +process.argv[2];
const clients = {};
const said = {};
const partnersOf = (id) => {
    const n = id.replace(/\D/g, "");
    return id.startsWith("judge") ? [`conf${n}`, `ai${n}`] : [`judge${n}`];
};
let running = false;

const io = new Server(0);
io.httpServer.on("listening", () => process.stdout.write(`http://127.0.0.1:${io.httpServer.address().port}\n`));
io.on("connection", (socket) => {
    socket.on("control", (text) => {
        const payload = JSON.parse(text);
        if (payload.secret !== "secret") return socket.emit("AuthError", "Invalid secret");
        clients[payload.id] = socket;
        const partners = { [payload.id]: partnersOf(payload.id) };
        socket.emit("control", JSON.stringify({ status: "newRound", partners }));
    });
    socket.on("message", (text) => {
        const payload = JSON.parse(text);
        if (payload.secret !== "secret") return socket.emit("AuthError", "Invalid secret");
        if (!running || !partnersOf(payload.id).includes(payload.to) || !clients[payload.to]) return;
        payload.secret = "";
        [payload.id, payload.to].forEach((id) => (said[id] = said[id] || []).push(payload));
        clients[payload.to].emit("message", JSON.stringify(payload));
    });
});

process.stdin.once("data", () => {
    running = true;
    Object.values(clients).forEach((socket) => socket.emit("control", JSON.stringify({ status: "startRound" })));
});
