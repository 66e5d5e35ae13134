// A contest server of the protocol of 2016 for the tests, on socket.io of the version that is named first.
//
// Lines on standard input are orders: newRound, startRound, endRound, `say TEXT` to the entry, `drop` every connection.
// Lines on standard output tell the port and what clients do.
'use strict';
const [library, secret] = process.argv.slice(2);
const http = require('http').createServer();
const socketIo = require(library);
const io = socketIo.Server ? new socketIo.Server(http) : socketIo(http);
const clients = {};
let round = -1;
let status = 'Finished';
const tell = (line) => process.stdout.write(`${line}\n`);
const partners = () => (round < 0 ? {} : { judge0: ['conf0', 'ai0'], ai0: ['judge0'], conf0: ['judge0'] });
const broadcast = (order) => Object.values(clients).forEach((socket) => socket.emit('control', JSON.stringify(order)));

io.on('connection', (socket) => {
  const heard = (handle) => (text) => {
    const said = JSON.parse(text);
    if (said.secret === secret) handle(said);
    else socket.emit('AuthError', 'Invalid secret');
  };
  socket.on('control', heard((said) => {
    if (said.status === 'register') {
      clients[said.id] = socket;
      tell(`registered ${said.id}`);
    } else if (said.status === 'roundInformation') {
      socket.emit('roundInformation', `{"roundNumber":${round}, "status":"${status}", "partners":${JSON.stringify(partners())}}`);
      tell('asked');
    }
  }));
  socket.on('message', heard((said) => tell(`message ${said.id} to ${said.to}: ${said.content}`)));
  socket.on('disconnect', () => tell('gone'));
});

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [order, text] = line.split(/ (.*)/s);
  if (order === 'newRound') {
    round += 1;
    status = 'Not Started';
    broadcast({ status: order, partners: partners() });
  } else if (order === 'startRound') {
    status = 'Running';
    broadcast({ status: order });
  } else if (order === 'endRound') {
    status = 'Finished';
    broadcast({ status: order });
  } else if (order === 'say') {
    clients.ai0.emit('message', JSON.stringify({ content: text, to: 'ai0', id: 'judge0', secret: '' }));
  } else if (order === 'drop') {
    Object.values(clients).forEach((socket) => socket.conn.close());
  }
}).on('close', () => process.exit());

http.listen(0, '127.0.0.1', () => tell(`port ${http.address().port}`));
