import { writeFile } from 'node:fs/promises';
import {
  MediaError,
  type IceCandidate,
  type MediaEngine,
  type MediaEngineEvents,
  type MediaKinds,
  type PictureNeed,
  type NegotiateAnswer,
  type NegotiateRequest,
  type PublishAnswer,
  type PublishRequest,
  type SharedResult,
  type SubscribeAnswer,
  type SubscribeRequest,
  type TransportState,
  type TransportStats,
} from '../engine.js';
import type { ForwardRequest } from '../forward.js';
import type { MixPart, MixRequest } from '../mix.js';
import type { RecordingResult, RecordRequest } from '../record.js';

type Listeners = { [K in keyof MediaEngineEvents]: Set<MediaEngineEvents[K]> };

interface FakeTransport {
  readonly sourceId: string;
  readonly direction: 'publish' | 'subscribe';
  wanted: MediaKinds;
  readonly candidates: IceCandidate[];
  /** The shared connection that it is part of. */
  readonly connectionId?: string | undefined;
}

const HOST_CANDIDATE: IceCandidate = {
  candidate: 'candidate:1 1 udp 2130706431 127.0.0.1 40000 typ host',
  sdpMLineIndex: 0,
  sdpMid: '0',
};

/** Keeps the engine's contract without media: a transport is what the request describes. */
export class FakeEngine implements MediaEngine {
  readonly transports = new Map<string, FakeTransport>();
  readonly sources = new Map<string, { forwarded: MediaKinds; codec: string | undefined }>();
  /** Offers of each shared connection that is open, by its id. */
  readonly connections = new Map<string, string[]>();
  /** Open plain forwards by id, and the ids of refresh requests. */
  readonly forwards = new Map<string, ForwardRequest>();
  readonly refreshed: string[] = [];
  /** True while offers wait for {@link release}. */
  isHolding = false;
  /** Open mixes by id, and the part that a source has in one by its id. */
  readonly mixes = new Map<string, MixRequest>();
  readonly mixParts = new Map<string, MixPart>();
  readonly #held: (() => void)[] = [];
  /** Active recordings by id. */
  readonly recordings = new Map<string, RecordRequest>();
  readonly #listeners: Listeners = {
    candidate: new Set(),
    transportState: new Set(),
    workerLost: new Set(),
    recordingEnded: new Set(),
    speakers: new Set(),
  };

  on<K extends keyof MediaEngineEvents>(event: K, listener: MediaEngineEvents[K]): void {
    this.#listeners[event].add(listener);
  }

  off<K extends keyof MediaEngineEvents>(event: K, listener: MediaEngineEvents[K]): void {
    this.#listeners[event].delete(listener);
  }

  async start(): Promise<void> {}

  /** Number of running workers that it reports. */
  running = 1;

  workers(): { readonly running: number; readonly total: number } {
    return { running: this.running, total: 1 };
  }

  async publish(request: PublishRequest): Promise<PublishAnswer> {
    await this.#turn();
    this.#check(request.offer);
    const { mix } = request;
    return {
      answer: `v=0\r\na=answer-to:${request.transportId}\r\n${mix === undefined ? '' : `a=msid:${mix.mixId} audio\r\n`}`,
      candidates: [HOST_CANDIDATE],
      ...this.#publish(request),
    };
  }

  async subscribe(request: SubscribeRequest): Promise<SubscribeAnswer> {
    await this.#turn();
    this.#check(request.offer);
    this.#subscribe(request);
    return { answer: `v=0\r\na=msid:${request.sourceId} video\r\n`, candidates: [] };
  }

  async negotiate({ connectionId, isNew, offer, transports }: NegotiateRequest): Promise<NegotiateAnswer> {
    await this.#turn();
    this.#check(offer);
    if (isNew) this.connections.set(connectionId, []);
    const offers = this.connections.get(connectionId);
    if (offers === undefined) throw new MediaError('no-transport', 'no such connection');
    offers.push(offer);
    const results: SharedResult[] = [];
    for (const transport of transports) {
      const { transportId } = transport;
      try {
        const request = { ...transport, roomId: '', offer };
        const part =
          request.kind === 'publish' ? this.#publish(request, connectionId) : this.#subscribe(request, connectionId);
        results.push({ transportId, ok: true, ...part });
      } catch (error) {
        if (!(error instanceof MediaError)) throw error;
        results.push({ transportId, ok: false, reason: error.reason, message: error.message });
      }
    }
    return { answer: `v=0\r\na=answer-to:${connectionId} ${offers.length}\r\n`, candidates: [], results };
  }

  addCandidates(transportId: string, candidates: readonly IceCandidate[]): void {
    this.transports.get(transportId)?.candidates.push(...candidates);
  }

  setWanted(transportId: string, wanted: MediaKinds): void {
    const transport = this.transports.get(transportId);
    if (transport !== undefined) transport.wanted = wanted;
  }

  /** Last need of each subscription. */
  readonly needs = new Map<string, PictureNeed>();

  setNeed(transportId: string, need: PictureNeed): void {
    this.needs.set(transportId, need);
  }

  setForwarded(sourceId: string, forwarded: MediaKinds): void {
    const source = this.sources.get(sourceId);
    if (source !== undefined) source.forwarded = forwarded;
  }

  closeTransport(transportId: string): void {
    this.transports.delete(transportId);
    this.connections.delete(transportId);
    for (const [id, { connectionId }] of this.transports) if (connectionId === transportId) this.transports.delete(id);
  }

  removeSource(sourceId: string): void {
    this.mixes.delete(sourceId);
    this.mixParts.delete(sourceId);
    this.sources.delete(sourceId);
    for (const [id, recording] of this.recordings) {
      if (recording.sourceId === sourceId) this.endRecording(id, { end: 'source-closed' });
    }
    for (const [id, forward] of this.forwards) if (forward.sourceId === sourceId) this.forwards.delete(id);
    for (const [id, transport] of this.transports) if (transport.sourceId === sourceId) this.transports.delete(id);
  }

  openMix(request: MixRequest): void {
    if (this.mixes.has(request.mixId)) return;
    this.mixes.set(request.mixId, request);
    this.#restoreMixes();
  }

  async startForward(request: ForwardRequest): Promise<void> {
    if (!this.sources.has(request.sourceId)) throw new MediaError('no-source', 'no such source');
    this.forwards.set(request.forwardId, request);
  }

  refreshForward(forwardId: string): void {
    this.refreshed.push(forwardId);
  }

  stopForward(forwardId: string): void {
    this.forwards.delete(forwardId);
  }

  async startRecording(request: RecordRequest): Promise<void> {
    await this.#turn();
    if (!this.sources.has(request.sourceId)) throw new MediaError('no-source', 'no such source');
    await writeFile(request.file, 'a recording', { flag: 'wx' });
    if (!this.sources.has(request.sourceId)) throw new MediaError('no-source', 'the source is gone');
    this.recordings.set(request.recordingId, request);
  }

  stopRecording(recordingId: string): void {
    this.endRecording(recordingId, { end: 'stopped' });
  }

  /** Ends a recording as requested, or by itself. */
  endRecording(recordingId: string, more: Partial<RecordingResult> & Pick<RecordingResult, 'end'>): void {
    if (!this.recordings.delete(recordingId)) return;
    const content = {
      bytes: 11,
      durationMs: 1_000,
      startedAt: 1_800_000_000_000,
      kinds: { audio: true, video: true },
      video: { codec: 'VP8', width: 640, height: 360 },
    };
    for (const listener of this.#listeners.recordingEnded) listener({ recordingId, ...content, ...more });
  }

  async stats(): Promise<readonly TransportStats[]> {
    return [...this.transports.keys()].map((transportId) => ({
      transportId,
      state: 'connected',
      packetsIn: 1,
      bytesIn: 100,
      packetsOut: 2,
      bytesOut: 200,
      packetsLostIn: 0,
      nacksIn: 0,
      keyframeRequestsOut: 0,
    }));
  }

  async stop(): Promise<void> {
    this.transports.clear();
    this.sources.clear();
  }

  /** Resumes the waiting offers. */
  release(): void {
    this.isHolding = false;
    for (const go of this.#held.splice(0)) go();
  }

  emitCandidate(transportId: string, candidate: IceCandidate): void {
    for (const listener of this.#listeners.candidate) listener(transportId, candidate);
  }

  emitState(transportId: string, state: TransportState): void {
    for (const listener of this.#listeners.transportState) listener(transportId, state);
  }

  /** All transports and sources are lost at once, as when the only worker dies. */
  crash(): void {
    this.forwards.clear();
    const lost = [...this.transports.keys(), ...this.connections.keys()];
    this.transports.clear();
    this.connections.clear();
    this.sources.clear();
    this.mixParts.clear();
    this.#restoreMixes();
    for (const id of this.recordings.keys()) this.endRecording(id, { end: 'worker-lost', bytes: 0 });
    for (const listener of this.#listeners.workerLost) listener(lost, new Error('the worker died'));
  }

  #restoreMixes(): void {
    for (const id of this.mixes.keys()) {
      if (!this.sources.has(id)) this.sources.set(id, { forwarded: { audio: true, video: true }, codec: undefined });
    }
  }

  #publish(request: PublishRequest, connectionId?: string): Pick<PublishAnswer, 'kinds' | 'videoCodec'> {
    const offered = /a=rtpmap:\d+ (VP8|H264|VP9|AV1)\//g;
    const codecs = [...request.offer.matchAll(offered)].map((match) => match[1] ?? '');
    const video = request.offer.includes('m=video');
    const codec = codecs.find((name) => request.videoCodecs.includes(name));
    if (video && codec === undefined) throw new MediaError('codec-unsupported', 'no common video codec');
    const { mix } = request;
    if (mix !== undefined && !this.mixes.has(mix.mixId)) throw new MediaError('no-source', 'no such mix');
    if (mix === undefined) this.mixParts.delete(request.sourceId);
    else this.mixParts.set(request.sourceId, mix);
    this.sources.set(request.sourceId, { forwarded: { audio: true, video: true }, codec });
    this.#open(request.transportId, { sourceId: request.sourceId, direction: 'publish', connectionId });
    const kinds = { audio: request.offer.includes('m=audio'), video };
    return { kinds, ...(codec !== undefined && { videoCodec: codec }) };
  }

  #subscribe({ transportId, sourceId, wanted, offer }: SubscribeRequest, connectionId?: string): void {
    const source = this.sources.get(sourceId);
    if (source === undefined) throw new MediaError('no-source', 'no such source');
    if (source.codec !== undefined && !offer.includes(` ${source.codec}/`)) {
      throw new MediaError('codec-unsupported', `the offer lacks ${source.codec}`);
    }
    this.#open(transportId, { sourceId, direction: 'subscribe', wanted, connectionId });
  }

  #open(
    id: string,
    transport: Pick<FakeTransport, 'sourceId' | 'direction' | 'connectionId'> & { readonly wanted?: MediaKinds },
  ): void {
    this.transports.set(id, { wanted: { audio: true, video: true }, candidates: [], ...transport });
  }

  #check(offer: string): void {
    if (!offer.startsWith('v=0')) throw new MediaError('bad-sdp', 'the offer is no SDP');
  }

  #turn(): Promise<void> {
    return this.isHolding ? new Promise((go) => this.#held.push(go)) : Promise.resolve();
  }
}
