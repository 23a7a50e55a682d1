// The minimal work of a message server: returns every frame unchanged.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
server.on('listening', () => process.send(server.address().port));
