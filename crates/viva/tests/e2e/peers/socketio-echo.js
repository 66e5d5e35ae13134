// A program of 2016: it registers as an entry, and says again what the judge says. LIBRARY names the client library.
// With an opening it says that to each judge before the talk begins, and says so when it has registered.
// Run with: node socketio-echo.js URL ID SECRET [OPENING]
"use strict";

const io = require(process.env.LIBRARY);

const [url, id, secret, opening] = process.argv.slice(2);
const socket = io(url);
const send = (event, body) => socket.emit(event, JSON.stringify(Object.assign({ id, secret }, body)));

socket.on("connect", () => send("control", { status: "register" }));
socket.on("control", (text) => {
    const told = JSON.parse(text);
    if (opening && told.status === "newRound") send("message", { content: opening, to: told.partners[id][0] });
});
socket.on("message", (text) => {
    const said = JSON.parse(text);
    if (said.id !== id) send("message", { content: "You said: " + said.content, to: said.id });
});
