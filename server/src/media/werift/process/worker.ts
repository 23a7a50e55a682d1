/** The worker process: a forwarder behind the messages of `ipc.ts`. Started by the host only. */
import { constants, setPriority } from 'node:os';
import { systemClock } from '@lectern/kit/clock';
import { MediaError } from '../../engine.js';
import { Forwarder } from '../forward/forwarder.js';
import type { TransportOptions } from '../options.js';
import { hostAddresses } from '../transport/addresses.js';
import type { PeerEnvironment } from '../transport/peer.js';
import { PortPool } from '../transport/ports.js';
import { warmUp } from './warm-up.js';
import type { CallMessage, HostMessage, WireError, WorkerMessage } from './ipc.js';

/** A late read of packets looks like a congested network to their publisher, which then sends less. */
function goFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    // Needs a privilege; without it the worker keeps the default priority.
  }
}

goFirst();

function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}

function log(message: string, cause?: unknown): void {
  send({ kind: 'log', message, cause: cause instanceof Error ? (cause.stack ?? cause.message) : undefined });
}

function createEnvironment(options: TransportOptions): PeerEnvironment {
  const { announcedAddresses, listenAddress, portRange } = options;
  return {
    clock: systemClock,
    addresses: () => announcedAddresses ?? (listenAddress === undefined ? hostAddresses() : [listenAddress]),
    listenAddress,
    ports: portRange === undefined ? undefined : new PortPool(...portRange),
    log,
  };
}

function createForwarder(options: TransportOptions): Forwarder {
  return new Forwarder(
    createEnvironment(options),
    (transportId, epoch, state) => send({ kind: 'state', transportId, epoch, state }),
    (result) => send({ kind: 'recordingEnded', result }),
    {
      maxVoices: options.maxVoices ?? 0,
      announce: (roomId, speakers) => send({ kind: 'speakers', roomId, speakers }),
    },
  );
}

let forwarder = createForwarder({});

async function run(call: CallMessage): Promise<unknown> {
  switch (call.name) {
    case 'configure':
      forwarder = createForwarder(call.params);
      return null;
    case 'publish':
      return forwarder.publish(call.params.request, call.params.epoch);
    case 'subscribe':
      return forwarder.subscribe(call.params.request, call.params.epoch);
    case 'negotiate':
      return forwarder.negotiate(call.params.request, call.params.epochs);
    case 'startForward':
      forwarder.startForward(call.params);
      return null;
    case 'startRecording':
      await forwarder.startRecording(call.params);
      return null;
    case 'stats':
      return forwarder.stats();
    case 'close':
      await forwarder.close();
      return null;
  }
}

function wireError(error: unknown): WireError {
  if (error instanceof MediaError) return { reason: error.reason, message: error.message };
  log('a call failed', error);
  return { reason: 'internal', message: error instanceof Error ? error.message : String(error) };
}

function obey(message: HostMessage & { kind: 'command' }): void {
  switch (message.command) {
    case 'setWanted':
      return forwarder.setWanted(message.transportId, message.wanted);
    case 'setNeed':
      return forwarder.setNeed(message.transportId, message.need);
    case 'setForwarded':
      return forwarder.setForwarded(message.sourceId, message.forwarded);
    case 'closeTransport':
      return forwarder.closeTransport(message.transportId);
    case 'refreshForward':
      return forwarder.refreshForward(message.forwardId);
    case 'stopForward':
      return forwarder.stopForward(message.forwardId);
    case 'stopRecording':
      return forwarder.stopRecording(message.recordingId);
    case 'openMix':
      return forwarder.openMix(message.mixId);
    case 'removeSource':
      return forwarder.removeSource(message.sourceId);
  }
}

process.on('message', (message: HostMessage) => {
  if (message.kind === 'ping') send({ kind: 'pong' });
  else if (message.kind === 'command') obey(message);
  else {
    run(message).then(
      (result) => send({ kind: 'result', id: message.id, result }),
      (error: unknown) => send({ kind: 'error', id: message.id, error: wireError(error) }),
    );
  }
});

// The host process ended, and with it all users of this process.
process.on('disconnect', () => process.exit(0));
// Ctrl-C and service managers signal the whole process group; the host decides when media ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// werift leaves promises unhandled whose failure means no more than a lost transport.
process.on('unhandledRejection', (cause) => log('unhandled rejection', cause));

warmUp()
  .catch((error: unknown) => log('the warm-up failed; the first calls will take longer', error))
  .finally(() => send({ kind: 'ready' }));
