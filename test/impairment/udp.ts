import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** A bound UDP socket on a free port. */
export const bindUdp = (address: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({
      type: isIPv6(address) ? 'udp6' : 'udp4',
      // Video frames come in bursts; a large buffer ensures that only the configured loss occurs.
      recvBufferSize: 1 << 20,
      sendBufferSize: 1 << 20,
    });
    socket.once('error', reject);
    socket.bind(0, address, () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });

/** Closes a socket and waits until its port is free. */
export const closeUdp = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.close(() => resolve()));
