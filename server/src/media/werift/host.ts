import { EventEmitter } from 'node:events';
import { type Clock, systemClock } from '@lectern/kit/clock';
import type {
  IceCandidate,
  MediaEngine,
  MediaEngineEvents,
  MediaKinds,
  NegotiateAnswer,
  NegotiateRequest,
  PictureNeed,
  PublishAnswer,
  PublishRequest,
  SubscribeAnswer,
  SubscribeRequest,
  TransportState,
  TransportStats,
} from '../engine.js';
import { MediaError } from '../engine.js';
import type { ForwardRequest } from '../forward.js';
import type { MixRequest } from '../mix.js';
import type { RecordingResult, RecordRequest } from '../record.js';
import type { WeriftEngineOptions } from './options.js';
import { moduleEntry } from '@lectern/kit/processes';
import { Placement } from './process/placement.js';
import { WorkerSlot } from './process/slot.js';
import { sliceRange } from './transport/ports.js';

const UNKNOWN_CONTENT = { bytes: 0, durationMs: 0, startedAt: 0, kinds: { audio: false, video: false } } as const;

/** A media engine in worker processes of its own, forwarding with werift's transports. */
class WeriftEngine implements MediaEngine {
  readonly #emitter = new EventEmitter();
  readonly #clock: Clock;
  readonly #placement = new Placement();
  /** Source by forward id. */
  readonly #forwards = new Map<string, string>();
  /** Worker by recording id. */
  readonly #recordings = new Map<string, number>();
  /** Room by mix id. */
  readonly #mixes = new Map<string, string>();
  #slots: readonly WorkerSlot[] = [];
  #isStopped = false;

  constructor(private readonly options: WeriftEngineOptions) {
    this.#clock = options.clock ?? systemClock;
    const workers = options.workers ?? 1;
    if (!Number.isInteger(workers) || workers < 1) throw new RangeError('workers must be a whole number from 1 on');
    // Checked here, so that the operator gets the error, rather than in a worker process.
    if (options.portRange !== undefined) sliceRange(options.portRange, 0, workers);
  }

  on<K extends keyof MediaEngineEvents>(event: K, listener: MediaEngineEvents[K]): void {
    this.#emitter.on(event, listener);
  }

  off<K extends keyof MediaEngineEvents>(event: K, listener: MediaEngineEvents[K]): void {
    this.#emitter.off(event, listener);
  }

  async start(): Promise<void> {
    if (this.#slots.length > 0) throw new Error('the media engine is started already; call start() once');
    const entry = await moduleEntry(new URL('./process/worker.js', import.meta.url));
    if (this.#isStopped) throw notRunning();
    const {
      workers = 1,
      announcedAddresses,
      listenAddress,
      portRange,
      maxVoices,
      log = () => undefined,
    } = this.options;
    this.#slots = Array.from({ length: workers }, (_, index) => {
      const options = {
        ...(announcedAddresses === undefined ? {} : { announcedAddresses }),
        ...(listenAddress === undefined ? {} : { listenAddress }),
        ...(maxVoices === undefined ? {} : { maxVoices }),
        ...(portRange === undefined ? {} : { portRange: sliceRange(portRange, index, workers) }),
      };
      return new WorkerSlot(entry, options, this.#clock, {
        state: (transportId, epoch, state) => this.#changed(transportId, epoch, state),
        recordingEnded: (result) => this.#recordingEnded(result),
        speakers: (roomId, speakers) => this.#emitter.emit('speakers', roomId, speakers),
        started: () => this.#reopenMixes(index),
        lost: (cause) => this.#lost(index, cause),
        log,
      });
    });
    await Promise.all(this.#slots.map((slot) => slot.ready()));
  }

  async publish(request: PublishRequest): Promise<PublishAnswer> {
    return this.#open(request, true, (slot, epoch) => slot.call('publish', { epoch, request }));
  }

  async subscribe(request: SubscribeRequest): Promise<SubscribeAnswer> {
    const home = this.#placement.source(request.sourceId);
    if (home === undefined) {
      throw new MediaError('no-source', `there is no source ${request.sourceId}; it was never published or is removed`);
    }
    return this.#open(request, false, (slot, epoch) => slot.call('subscribe', { epoch, request }));
  }

  async negotiate(request: NegotiateRequest): Promise<NegotiateAnswer> {
    const { roomId, connectionId, isNew, transports } = request;
    if (this.#isStopped || this.#slots.length === 0) throw notRunning();
    const home = this.#placement.transport(connectionId);
    if (home === undefined && !isNew) throw noConnection(connectionId);
    const worker = isNew ? this.#placement.workerOf(roomId, this.#slots.length) : (home ?? 0);
    const slot = this.#slots[worker];
    if (slot === undefined) throw notRunning();
    if (isNew && home !== undefined && home !== worker) this.closeTransport(connectionId);
    const epoch = isNew
      ? this.#placement.placeOn(worker, roomId, connectionId).epoch
      : this.#placement.epochOf(connectionId);
    const epochs = transports.map(
      ({ transportId, sourceId }) =>
        this.#placement.placeOn(worker, roomId, transportId, { connectionId, sourceId }).epoch,
    );
    const newSources = transports.flatMap((transport) =>
      transport.kind === 'publish' && this.#placement.addSource(transport.sourceId, roomId, worker)
        ? [transport.sourceId]
        : [],
    );
    const settle = (transportId: string, ownEpoch: number, isOpen: boolean): void => {
      if (isOpen) this.#placement.opened(transportId, ownEpoch);
      else this.#placement.dropTransport(transportId, ownEpoch);
    };
    try {
      await slot.ready();
      const answer = await slot.call('negotiate', { epochs: [epoch, ...epochs], request });
      settle(connectionId, epoch, true);
      answer.results.forEach(({ transportId, ok }, index) => {
        settle(transportId, epochs[index] ?? 0, ok);
        const transport = transports[index];
        if (!ok && transport !== undefined && newSources.includes(transport.sourceId)) {
          this.#placement.dropSource(transport.sourceId);
        }
      });
      return answer;
    } catch (error) {
      if (isNew) settle(connectionId, epoch, false);
      transports.forEach(({ transportId }, index) => settle(transportId, epochs[index] ?? 0, false));
      for (const sourceId of newSources) this.#placement.dropSource(sourceId);
      throw error;
    }
  }

  addCandidates(_transportId: string, _candidates: readonly IceCandidate[]): void {
    // The client's connectivity checks reach the server, which never needs the client's candidates (see PeerTransport).
  }

  setWanted(transportId: string, wanted: MediaKinds): void {
    this.#ofTransport(transportId)?.command({ command: 'setWanted', transportId, wanted });
  }

  setNeed(transportId: string, need: PictureNeed): void {
    this.#ofTransport(transportId)?.command({ command: 'setNeed', transportId, need });
  }

  setForwarded(sourceId: string, forwarded: MediaKinds): void {
    this.#ofSource(sourceId)?.command({ command: 'setForwarded', sourceId, forwarded });
  }

  closeTransport(transportId: string): void {
    this.#ofTransport(transportId)?.command({ command: 'closeTransport', transportId });
    this.#placement.cancel(transportId);
  }

  openMix({ roomId, mixId }: MixRequest): void {
    if (this.#isStopped || this.#slots.length === 0) throw notRunning();
    if (this.#mixes.has(mixId)) return;
    this.#mixes.set(mixId, roomId);
    this.#placeMix(mixId, roomId);
  }

  removeSource(sourceId: string): void {
    this.#mixes.delete(sourceId);
    this.#ofSource(sourceId)?.command({ command: 'removeSource', sourceId });
    this.#placement.dropSource(sourceId);
  }

  async startForward(request: ForwardRequest): Promise<void> {
    const { forwardId, sourceId } = request;
    const slot = this.#ofSource(sourceId);
    if (slot === undefined) throw new MediaError('no-source', `there is no source ${sourceId}`);
    this.stopForward(forwardId);
    this.#forwards.set(forwardId, sourceId);
    await slot.call('startForward', request);
    // It was stopped while it was being started.
    if (!this.#forwards.has(forwardId)) slot.command({ command: 'stopForward', forwardId });
  }

  refreshForward(forwardId: string): void {
    this.#ofForward(forwardId)?.command({ command: 'refreshForward', forwardId });
  }

  stopForward(forwardId: string): void {
    this.#ofForward(forwardId)?.command({ command: 'stopForward', forwardId });
    this.#forwards.delete(forwardId);
  }

  async startRecording(request: RecordRequest): Promise<void> {
    const { recordingId, sourceId } = request;
    const worker = this.#placement.source(sourceId);
    const slot = worker === undefined ? undefined : this.#slots[worker];
    if (worker === undefined || slot === undefined) throw new MediaError('no-source', `there is no source ${sourceId}`);
    this.#recordings.set(recordingId, worker);
    try {
      await slot.call('startRecording', request);
    } catch (error) {
      this.#recordings.delete(recordingId);
      throw error;
    }
  }

  stopRecording(recordingId: string): void {
    const worker = this.#recordings.get(recordingId);
    if (worker !== undefined) this.#slots[worker]?.command({ command: 'stopRecording', recordingId });
  }

  async stats(): Promise<readonly TransportStats[]> {
    const running = this.#slots.filter((slot) => slot.isReady);
    const lists = await Promise.all(running.map((slot) => slot.call('stats', null).catch(() => [])));
    return lists.flat();
  }

  workers(): { readonly running: number; readonly total: number } {
    return { running: this.#slots.filter((slot) => slot.isAnswering).length, total: this.#slots.length };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#slots.map((slot) => slot.stop()));
  }

  /** Process ids of the workers, for measurements. */
  get workerPids(): readonly number[] {
    return this.#slots.flatMap((slot) => slot.pid ?? []);
  }

  async #open<T>(
    { roomId, transportId, sourceId }: PublishRequest | SubscribeRequest,
    isPublication: boolean,
    run: (slot: WorkerSlot, epoch: number) => Promise<T>,
  ): Promise<T> {
    if (this.#isStopped || this.#slots.length === 0) {
      throw notRunning();
    }
    const previous = this.#placement.transport(transportId);
    const { worker, epoch } = this.#placement.place(roomId, transportId, sourceId, this.#slots.length);
    const isNewSource = isPublication && this.#placement.addSource(sourceId, roomId, worker);
    if (previous !== undefined && previous !== worker) {
      this.#slots[previous]?.command({ command: 'closeTransport', transportId });
    }
    try {
      const slot = this.#slots[worker];
      if (slot === undefined) throw new MediaError('engine-down', 'the media engine is not running');
      await slot.ready();
      if (!this.#placement.isCurrent(transportId, epoch)) {
        throw new MediaError('no-transport', `transport ${transportId} was closed before it was opened`);
      }
      const result = await run(slot, epoch);
      this.#placement.opened(transportId, epoch);
      return result;
    } catch (error) {
      this.#placement.dropTransport(transportId, epoch);
      if (isNewSource) this.#placement.dropSource(sourceId);
      throw error;
    }
  }

  #ofTransport(transportId: string): WorkerSlot | undefined {
    const worker = this.#placement.transport(transportId);
    return worker === undefined ? undefined : this.#slots[worker];
  }

  #ofSource(sourceId: string): WorkerSlot | undefined {
    const worker = this.#placement.source(sourceId);
    return worker === undefined ? undefined : this.#slots[worker];
  }

  #ofForward(forwardId: string): WorkerSlot | undefined {
    const sourceId = this.#forwards.get(forwardId);
    return sourceId === undefined ? undefined : this.#ofSource(sourceId);
  }

  #placeMix(mixId: string, roomId: string): void {
    const worker = this.#placement.workerOf(roomId, this.#slots.length);
    this.#placement.addSource(mixId, roomId, worker);
    this.#slots[worker]?.command({ command: 'openMix', mixId });
  }

  #reopenMixes(worker: number): void {
    for (const mixId of this.#mixes.keys()) {
      if (this.#placement.source(mixId) === worker) this.#slots[worker]?.command({ command: 'openMix', mixId });
    }
  }

  #changed(transportId: string, epoch: number, state: TransportState): void {
    // States of a replaced transport are irrelevant.
    if (!this.#placement.isCurrent(transportId, epoch)) return;
    if (state === 'closed' || state === 'failed') this.#placement.dropTransport(transportId, epoch);
    this.#emitter.emit('transportState', transportId, state);
  }

  #recordingEnded(result: RecordingResult): void {
    if (this.#recordings.delete(result.recordingId)) this.#emitter.emit('recordingEnded', result);
  }

  #lost(worker: number, cause: Error): void {
    const lost = [...this.#recordings].filter(([, on]) => on === worker).map(([recordingId]) => recordingId);
    for (const recordingId of lost) this.#recordingEnded({ recordingId, end: 'worker-lost', ...UNKNOWN_CONTENT });
    if (this.#isStopped) return;
    const transportIds = this.#placement.dropWorker(worker);
    for (const [mixId, roomId] of this.#mixes) {
      if (this.#placement.source(mixId) === undefined) this.#placeMix(mixId, roomId);
    }
    this.#emitter.emit('workerLost', transportIds, cause);
  }
}

function noConnection(connectionId: string): MediaError {
  return new MediaError('no-transport', `there is no connection ${connectionId}; open another one`);
}

function notRunning(): MediaError {
  return new MediaError('engine-down', 'the media engine is not running; call start() first');
}

export type { WeriftEngine };

/** Creates the default engine; nothing runs before `start()`. */
export function createWeriftEngine(
  options: WeriftEngineOptions = {},
): MediaEngine & { readonly workerPids: readonly number[] } {
  return new WeriftEngine(options);
}
