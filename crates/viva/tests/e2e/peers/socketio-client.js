// A client of the socket.io library that is named by LIBRARY, whatever its age: node socketio-client.js URL OPTIONS
//
// OPTIONS are the library's own, as JSON. Each line of standard input is ["event", payload] and is emitted; every event
// that arrives is printed as such a line, and so are "connect" and "disconnect". It ends with its input.
"use strict";

const io = require(process.env.LIBRARY);
const readline = require("readline");

const EVENTS = [
    "control", "message", "roundInformation", "recap", "AuthError", "TargetError", "statusUpdate", "participants",
    "finalScore",
];

const [url, options] = process.argv.slice(2);
const socket = io(url, Object.assign({ reconnection: false }, JSON.parse(options || "{}")));
const print = (event, payload) => process.stdout.write(JSON.stringify([event, payload]) + "\n");

socket.on("connect", () => print("connect", null));
socket.on("disconnect", () => print("disconnect", null));
socket.on("connect_error", (error) => print("connect_error", String(error)));
EVENTS.forEach((event) => socket.on(event, (payload) => print(event, payload)));

readline.createInterface({ input: process.stdin })
    .on("line", (line) => socket.emit(...JSON.parse(line)))
    .on("close", () => {
        socket.close();
        process.exit(0);
    });
