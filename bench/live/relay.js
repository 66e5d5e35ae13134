// The peer of 2018: the npm socket.io 2 server. What one side of a pair sends, the other is sent; nothing is kept.
"use strict";

const server = require("http").createServer();
const io = require("socket.io-2")(server);

const sockets = {};
io.on("connection", (socket) => {
    const { pair, side } = socket.handshake.query;
    const partner = `${pair}/${1 - side}`;
    sockets[`${pair}/${side}`] = socket;
    if (sockets[partner]) {
        socket.emit("open");
        sockets[partner].emit("open");
    }
    socket.on("message", (message) => sockets[partner] && sockets[partner].emit("message", message));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
