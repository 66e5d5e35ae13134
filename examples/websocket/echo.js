// An entry over viva.entry.v1 that says again what the judge says. Needs `npm install ws`; takes a port.
const { WebSocketServer } = require("ws");

const had = new Map(); // session -> the number of the last of the judge's words that we had

const answer = (text) => `You said: ${text}`;

const server = new WebSocketServer({ host: "127.0.0.1", port: Number(process.argv[2]) });
server.on("listening", () => console.log(`ws://127.0.0.1:${server.address().port}/entry`));

server.on("connection", (contest) => {
  let session;
  contest.on("error", (error) => console.error(error.message));
  contest.on("message", (data) => {
    const frame = JSON.parse(data);
    if (frame.type === "hello") {
      session = frame.session;
      const hello = { type: "hello", protocol: "viva.entry.v1" };
      if (had.has(session)) hello.after = had.get(session); // the connection was lost: give us what we missed
      contest.send(JSON.stringify(hello));
    } else if (frame.type === "said") {
      had.set(session, frame.n);
      contest.send(JSON.stringify({ type: "say", text: answer(frame.text) }));
    }
  });
});
