import type { Dispose } from '../../core/clock.js';
import { SnapshotStore, type Snapshots } from '../../core/snapshot.js';
import { StateMachine } from '../../core/state-machine.js';
import { conferencePort, type ConferencePort } from '../../conference/port.js';
import type { Conference } from '../../conference/types.js';
import { QualityRecordType, type QualityEvent } from '../../protocol/index.js';
import { Attempt } from '../../signalling/attempt.js';
import { RetryRound } from '../../signalling/reconnect-policy.js';
import { SHORTEST_INTERVAL_MS, STATS_INTERVAL_MS } from '../constants.js';
import { qualityOf } from '../quality.js';
import type { QualitySnapshot, StreamSample } from '../types.js';
import { uploadAddress } from './address.js';
import { RECONNECT_ATTEMPTS, RECONNECT_DELAY_MS, SEND_INTERVAL_MS, STOP_AFTER_EXIT_MS } from './constants.js';
import { onUploadEvent } from './events.js';
import { RecordQueue } from './record-queue.js';
import { initRecord, sampleRecord } from './records.js';
import { UPLOAD_TRANSITIONS, type UploadEvent, type UploadState } from './transitions.js';

/** Options of an upload. */
export interface UploadOptions {
  /** The user's token, sent in the query (spec §7); a function is called before each connection. */
  readonly token: string | (() => string);
}

/** Progress of an upload. */
export interface UploadSnapshot {
  readonly state: UploadState;
  /** Number of records waiting to be sent. */
  readonly waiting: number;
  /** Number of records sent so far, each counted once. */
  readonly sent: number;
  /** Number of records sent and not acknowledged, if the server acknowledges. */
  readonly unacknowledged: number;
}

/** Upload of quality records to the server. */
export interface QualityUpload extends Snapshots<UploadSnapshot> {
  /** Stops at once; unsent records are dropped. Called automatically 3 s after the exit. Idempotent. */
  stop(): void;
}

const PER_COLLECTION = STATS_INTERVAL_MS / SEND_INTERVAL_MS;

class Upload implements QualityUpload {
  readonly #port: ConferencePort;
  readonly #options: UploadOptions;
  readonly #uploadId: string;
  readonly #store = new SnapshotStore<UploadSnapshot>({ state: 'idle', waiting: 0, sent: 0, unacknowledged: 0 });
  readonly #machine: StateMachine<UploadState, UploadEvent>;
  readonly #queue = new RecordQueue();
  readonly #round: RetryRound;
  #attempt: Attempt | undefined;
  #undo: Dispose[] = [];
  #collectedAt = Number.NEGATIVE_INFINITY;
  /** Last collected sample of each stream. */
  #collected = new Map<string, StreamSample>();
  readonly getSnapshot = this.#store.getSnapshot;
  readonly subscribe = this.#store.subscribe;

  constructor(conference: Conference, options: UploadOptions) {
    this.#port = conferencePort(conference);
    this.#options = options;
    const { platform } = this.#port.context;
    const { clock, network } = platform;
    this.#uploadId = platform.random.uuid();
    const policy = {
      nextDelayMs: ({ attempt }: { readonly attempt: number }) =>
        attempt > RECONNECT_ATTEMPTS ? undefined : RECONNECT_DELAY_MS,
    };
    this.#round = new RetryRound(clock, policy, () => {
      if (this.#machine.trySend('retry')) this.#connect();
    });
    this.#machine = new StateMachine<UploadState, UploadEvent>({
      name: 'upload',
      initial: 'idle',
      transitions: UPLOAD_TRANSITIONS,
      onChange: () => this.#show(),
    });
    const { ticket } = this.#port.ticket;
    // A conference that has already ended would emit no further `left`.
    const isOver = conference.state.getSnapshot().state === 'left';
    if (isOver || !ticket.qoeUpUrl) {
      this.#machine.send(isOver ? 'stop' : 'refuse');
      return;
    }
    const quality = qualityOf(conference);
    this.#undo = [
      quality.on('measured', (snapshot) => this.#collect(snapshot)),
      onUploadEvent(conference, this.#port, quality, (event, fields) => this.#record(event, fields)),
      network.onChange((online) => (online ? this.#cameOnline() : this.#wentOffline())),
      conference.on('left', () => this.#undo.push(clock.after(STOP_AFTER_EXIT_MS, () => this.#finish()))),
      // Data that is sent here is still delivered when the page is closed.
      platform.onUnload?.(() => this.#send(this.#queue.waiting)) ?? (() => undefined),
      clock.every(SEND_INTERVAL_MS, () => this.#sendSome()),
      () => this.#round.stop(),
    ];
    if (!network.isOnline()) this.#machine.send('offline');
    else if (this.#machine.trySend('start')) this.#connect();
  }

  stop(): void {
    if (!this.#machine.trySend('stop')) return;
    for (const dispose of this.#undo.splice(0)) dispose();
    this.#attempt?.close(1000);
    this.#attempt = undefined;
  }

  /** Called 3 s after the end of the conference: sends the remaining records at once. */
  #finish(): void {
    this.#send(this.#queue.waiting);
    this.stop();
  }

  #connect(): void {
    const { ticket, context } = this.#port;
    const { clock, origin } = context.platform;
    const { token } = this.#options;
    let url: string;
    try {
      const current = typeof token === 'function' ? token() : token;
      url = uploadAddress({
        ticket: ticket.ticket,
        origin,
        now: clock.now(),
        token: current,
        uploadId: this.#uploadId,
      });
    } catch {
      // An invalid address, or a token that cannot be obtained, counts as an attempt.
      this.#lose();
      return;
    }
    const attempt = new Attempt(context.platform, url, {
      opened: () => this.#opened(),
      received: (data) => this.#received(data),
      gone: () => this.#lose(),
    });
    this.#attempt = attempt;
    attempt.open();
  }

  #opened(): void {
    this.#queue.putInit(initRecord(this.#port));
    this.#round.stop();
    this.#machine.trySend('open');
  }

  #lose(): void {
    this.#drop();
    if (!this.#machine.trySend('lose')) return;
    if (!this.#round.next()) this.#machine.send('exhaust');
  }

  #drop(): void {
    this.#attempt?.close(1000);
    this.#attempt = undefined;
    this.#queue.rewind();
  }

  #wentOffline(): void {
    if (!this.#machine.can('offline')) return;
    this.#drop();
    this.#round.stop();
    this.#machine.send('offline');
  }

  #cameOnline(): void {
    this.#round.stop();
    if (this.#machine.trySend('online')) this.#connect();
    else if (this.#machine.is('waiting')) this.#round.next();
  }

  /** Only acknowledgements are read; other messages of servers are ignored, as deployed clients do. */
  #received(data: unknown): void {
    try {
      const { ack } = JSON.parse(String(data)) as { readonly ack?: unknown };
      if (typeof ack !== 'number') return;
      this.#queue.acknowledge(ack);
      this.#show();
    } catch {
      // Not addressed to the upload.
    }
  }

  #collect({ streams }: QualitySnapshot): void {
    const now = this.#port.context.platform.clock.now();
    // Additional measurements between two collections only serve their limits.
    if (now - this.#collectedAt < STATS_INTERVAL_MS - SHORTEST_INTERVAL_MS) return;
    this.#collectedAt = now;
    const collected = new Map<string, StreamSample>();
    for (const stream of streams) {
      collected.set(stream.streamId, stream.latest);
      const isNew = this.#collected.get(stream.streamId) !== stream.latest;
      if (isNew && this.#port.linkOf(stream.streamId)) this.#queue.putSample(sampleRecord(this.#port, stream));
    }
    this.#collected = collected;
    this.#show();
  }

  #record(event: QualityEvent, fields: Readonly<Record<string, unknown>>): void {
    const time = this.#port.context.platform.clock.now();
    this.#queue.putEvent({ type: QualityRecordType.Event, time, event, ...fields });
    this.#show();
  }

  /** Sends one record; to a server that acknowledges, as many as are needed to finish before the next collection. */
  #sendSome(): void {
    const { waiting, acknowledges } = this.#queue;
    this.#send(acknowledges ? Math.ceil(waiting / PER_COLLECTION) : 1);
  }

  #send(count: number): void {
    if (!this.#machine.is('open')) return;
    for (let index = 0; index < count; index++) {
      const text = this.#queue.take();
      // A record that the socket refused is sent again on the next one, since the socket has closed.
      if (text === undefined || !this.#attempt?.send(text)) break;
    }
    this.#show();
  }

  #show(): void {
    const { waiting, sent, unacknowledged } = this.#queue;
    const { state } = this.#machine;
    const now = this.#store.getSnapshot();
    const next = { state, waiting, sent, unacknowledged };
    if (JSON.stringify(now) !== JSON.stringify(next)) this.#store.set(next);
  }
}

/**
 * Uploads the quality of a conference to the address in its ticket (spec §7): statistics every 2 s, and events. Start
 * it right after joining, so that it misses nothing. It reconnects after a connection loss, and stops 3 s after the
 * exit. Records are queued meanwhile; with a server that acknowledges (docs/wire.md), unacknowledged records are sent
 * again. Network failures never throw.
 * @throws {LecternError} reason `invalid-argument` for an object that is not a conference that an `RtcClient` joined.
 */
export const uploadQuality = (conference: Conference, options: UploadOptions): QualityUpload =>
  new Upload(conference, options);
