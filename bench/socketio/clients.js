// Judges and confederates who talk as fast as they are answered: node clients.js URL PAIRS MESSAGES SECRETS
//
// Every judge keeps a few messages under way; the confederate answers each. It prints "go" when every judge knows its
// partner, waits for a line on standard input, and prints the seconds that the messages took.
"use strict";

const io = require(process.env.LIBRARY);

const WINDOW = 8;
const [url, pairs, messages, secrets] = [process.argv[2], +process.argv[3], +process.argv[4], process.argv[5].split(",")];

const people = [];
for (let n = 0; n < 2 * pairs; n += 1) {
    const id = n < pairs ? `judge${n}` : `conf${n - pairs}`;
    const socket = io(url, { transports: ["websocket"], forceNew: true });
    const emit = (event, payload) =>
        socket.emit(event, JSON.stringify(Object.assign({}, payload, { id, secret: secrets[n] })));
    people.push({ id, socket, emit });
}
const judges = people.slice(0, pairs);

people.slice(pairs).forEach(({ socket, emit }) => {
    let partner = null;
    socket.on("control", (text) => {
        const control = JSON.parse(text);
        if (control.status === "newRound") partner = Object.values(control.partners)[0][0];
    });
    socket.on("message", (text) => emit("message", { content: JSON.parse(text).content, to: partner }));
});

// The person's seat is the one from which a judge's own words come back.
let known = 0;
let finished = 0;
let began = 0;
judges.forEach((judge) => {
    let partners = [];
    let sent = 0;
    let heard = 0;
    let running = false;
    judge.say = () => {
        sent += 1;
        judge.emit("message", { content: `This is message number ${sent}, of a usual length.`, to: judge.human });
    };
    judge.begin = () => {
        running = true;
        for (let n = 0; n < WINDOW; n += 1) judge.say();
    };
    judge.socket.on("control", (text) => {
        const control = JSON.parse(text);
        if (control.status === "newRound") partners = Object.values(control.partners)[0];
        if (control.status === "startRound")
            partners.forEach((to) => judge.emit("message", { content: `echo ${to}`, to }));
    });
    judge.socket.on("message", (text) => {
        const message = JSON.parse(text);
        if (!running) {
            if (message.content !== `echo ${message.id}` || judge.human) return;
            judge.human = message.id;
            known += 1;
            if (known === pairs) process.stdout.write("go\n");
            return;
        }
        if (message.id !== judge.human) return;
        heard += 1;
        if (sent < messages) judge.say();
        if (heard === messages) {
            finished += 1;
            if (finished === pairs) {
                process.stdout.write(`${(Date.now() - began) / 1000}\n`);
                process.exit(0);
            }
        }
    });
});

const told = new Set();
people.forEach(({ id, socket, emit }) => {
    socket.on("AuthError", (why) => { process.stderr.write(why + "\n"); process.exit(1); });
    socket.on("TargetError", (why) => process.stderr.write(why + "\n"));
    socket.on("connect", () => emit("control", { status: "register" }));
    socket.on("control", () => {
        if (told.has(id)) return;
        told.add(id);
        if (told.size === people.length) process.stdout.write("registered\n");
    });
});

process.stdin.once("data", () => {
    began = Date.now();
    judges.forEach((judge) => judge.begin());
});
