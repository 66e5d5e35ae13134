// A program of 2016: it registers as an entry, and says again what the judge says. LIBRARY names the client library.
// Run with: node socketio-echo.js URL ID SECRET
"use strict";

const io = require(process.env.LIBRARY);

const [url, id, secret] = process.argv.slice(2);
const socket = io(url);
const send = (event, body) => socket.emit(event, JSON.stringify(Object.assign({ id, secret }, body)));

socket.on("connect", () => send("control", { status: "register" }));
socket.on("message", (text) => {
    const said = JSON.parse(text);
    if (said.id !== id) send("message", { content: "You said: " + said.content, to: said.id });
});
