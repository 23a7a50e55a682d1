/** The compositor's process: one live output behind the messages of `ipc.ts`. Started by its handle only. */
import { constants, setPriority } from 'node:os';
import { type Clock, systemClock } from '@lectern/kit/clock';
import { Compositor } from './compositor.js';
import type { CompositorMessage, HostMessage } from './ipc.js';

/** Lowers the process priority, which the children inherit. */
function goLast(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without permission it keeps the default priority.
  }
}

goLast();

/** Media timing needs a monotonic clock. */
const steadyClock: Clock = { ...systemClock, now: () => performance.now() };

function send(message: CompositorMessage): void {
  if (process.connected) process.send?.(message);
}

let compositor: Compositor | undefined;

async function close(): Promise<void> {
  await compositor?.close();
  process.exit(0);
}

process.on('message', (message: HostMessage) => {
  switch (message.kind) {
    case 'ping':
      return send({ kind: 'pong' });
    case 'configure':
      compositor ??= new Compositor(message.options, steadyClock, send);
      return undefined;
    case 'scene':
      return compositor?.setScene(message.scene);
    case 'close':
      return void close();
  }
});

// The server process ended. The children end with their input, which ends with this process.
process.on('disconnect', () => process.exit(0));
// A terminal sends the signal to the whole group; this process is stopped by its host, in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

send({ kind: 'ready' });
