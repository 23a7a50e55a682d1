// The control of the forwarding benchmark: sends every packet on to the ports it was given.
import { createSocket } from 'node:dgram';

const ports = process.argv.slice(2).map(Number);
const socket = createSocket('udp4');
socket.on('message', (packet) => {
  for (const port of ports) socket.send(packet, port, '127.0.0.1');
});
socket.bind(0, '127.0.0.1', () => process.send(socket.address().port));
process.on('disconnect', () => process.exit(0));
