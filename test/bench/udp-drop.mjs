// The control of the flood benchmark: receives packets and drops them.
import { createSocket } from 'node:dgram';

const socket = createSocket('udp4');
socket.on('message', () => undefined);
socket.bind(0, '127.0.0.1', () => process.send(socket.address().port));
process.on('disconnect', () => process.exit(0));
