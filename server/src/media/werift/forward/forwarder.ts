import type {
  MediaKinds,
  NegotiateAnswer,
  NegotiateRequest,
  PictureNeed,
  PublishAnswer,
  PublishRequest,
  SharedPublication,
  SharedResult,
  SharedSubscription,
  SubscribeAnswer,
  SubscribeRequest,
  TransportState,
  TransportStats,
} from '../../engine.js';
import { MediaError } from '../../engine.js';
import type { ForwardRequest } from '../../forward.js';
import type { MixPart } from '../../mix.js';
import type { RecordingResult, RecordRequest } from '../../record.js';
import { type AnnounceSpeakers, Speakers } from '../../speakers/index.js';
import type { CarrierEvents } from '../transport/carrier.js';
import { MANY_STREAMS, type Offer, parseOffer } from '../sdp/offer.js';
import { isFinal } from '../transport/machine.js';
import type { PeerEnvironment } from '../transport/peer.js';
import { MixedSource, noMix } from './mixed-source.js';
import { LoopbackSender, PlainForward } from './plain.js';
import { OwnConnection } from './own-connection.js';
import { Publication, type PublicationOptions } from './publication.js';
import { Recordings } from './recordings.js';
import { SharedConnection } from './shared-connection.js';
import { Source } from './source.js';
import { Subscription, type SubscriptionOptions } from './subscription.js';

/** A transport from its request on; `transport` is absent while it is being opened. */
interface Entry {
  readonly sourceId: string;
  /** Distinguishes two transports of the same id; chosen by the caller. */
  readonly epoch: number;
  transport?: Publication | Subscription;
  isClosed: boolean;
}

/** A shared connection from its first offer on. */
interface SharedEntry {
  readonly epoch: number;
  /** Completion of the newest offer; offers are processed one after the other. */
  last: Promise<unknown>;
  connection?: SharedConnection;
  isClosed: boolean;
}

/** All sources and transports of one worker. */
export class Forwarder {
  readonly #entries = new Map<string, Entry>();
  readonly #shared = new Map<string, SharedEntry>();
  readonly #sources = new Map<string, Source>();
  readonly #forwarded = new Map<string, MediaKinds>();
  readonly #forwards = new Map<string, { readonly source: Source; readonly tap: PlainForward }>();
  readonly #loopback: LoopbackSender;
  readonly #recordings: Recordings;
  readonly #mixes = new Map<string, MixedSource>();
  readonly #speakers: Speakers;
  #generation = 0;

  constructor(
    private readonly environment: PeerEnvironment,
    private readonly onState: (transportId: string, epoch: number, state: TransportState) => void,
    onRecordingEnded: (result: RecordingResult) => void = () => undefined,
    { maxVoices = 0, announce = () => undefined }: { maxVoices?: number; announce?: AnnounceSpeakers } = {},
  ) {
    this.#speakers = new Speakers(environment.clock, maxVoices, announce);
    this.#recordings = new Recordings(environment.clock, onRecordingEnded);
    this.#loopback = new LoopbackSender(environment.log);
  }

  async publish(request: PublishRequest, epoch: number): Promise<PublishAnswer> {
    const offer = parseOffer(request.offer);
    const connection = new OwnConnection(offer, this.environment);
    const publication = await this.#publish(request, epoch, { sections: offer.sections, open: connection.open });
    const answer = connection.answer(publication.answers);
    return { answer, candidates: [], ...describe(publication) };
  }

  async subscribe(request: SubscribeRequest, epoch: number): Promise<SubscribeAnswer> {
    const offer = parseOffer(request.offer);
    const connection = new OwnConnection(offer, this.environment);
    const subscription = await this.#subscribe(request, epoch, { sections: offer.sections, open: connection.open });
    return { answer: connection.answer(subscription.answers), candidates: [] };
  }

  /** @param epochs of the connection, and of each transport in the order of the request */
  async negotiate(
    request: NegotiateRequest,
    [epoch, ...epochs]: readonly [number, ...number[]],
  ): Promise<NegotiateAnswer> {
    const { connectionId, isNew } = request;
    const offer = parseOffer(request.offer, MANY_STREAMS);
    let entry = this.#shared.get(connectionId);
    if (isNew) {
      this.closeTransport(connectionId);
      entry = { epoch, last: Promise.resolve(), isClosed: false };
      this.#shared.set(connectionId, entry);
    }
    if (entry === undefined) throw new MediaError('no-transport', `there is no connection ${connectionId}`);
    const current = entry;
    const work = current.last.then(async () => {
      const connection = current.connection ?? (await this.#openShared(connectionId, current, offer));
      if (current.connection !== undefined) await connection.renew(offer);
      current.connection = connection;
      const results: SharedResult[] = [];
      for (const [index, transport] of request.transports.entries()) {
        results.push(await this.#join(connection, request.roomId, transport, epochs[index] ?? epoch));
      }
      return { answer: connection.answer(), candidates: [], results };
    });
    current.last = work.catch(() => undefined);
    return work;
  }

  /** Opens a mix that can be subscribed to like a source. Idempotent. */
  openMix(mixId: string): void {
    if (!this.#mixes.has(mixId)) this.#mixes.set(mixId, new MixedSource(this.#source(mixId), this.environment));
  }

  setWanted(transportId: string, wanted: MediaKinds): void {
    const entry = this.#entries.get(transportId);
    if (!(entry?.transport instanceof Subscription)) return;
    entry.transport.setWanted(wanted);
    this.#sources.get(entry.sourceId)?.refresh();
  }

  setNeed(transportId: string, need: PictureNeed): void {
    const transport = this.#entries.get(transportId)?.transport;
    if (transport instanceof Subscription) transport.setNeed(need);
  }

  setForwarded(sourceId: string, forwarded: MediaKinds): void {
    // Stored here as well, because a publication of it may be in progress.
    this.#forwarded.set(sourceId, forwarded);
    this.#sources.get(sourceId)?.setForwarded(forwarded);
  }

  closeTransport(transportId: string): void {
    const shared = this.#shared.get(transportId);
    if (shared !== undefined) {
      shared.isClosed = true;
      this.#shared.delete(transportId);
      shared.connection?.close();
    }
    const entry = this.#entries.get(transportId);
    if (entry === undefined) return;
    this.#forget(transportId, entry);
    entry.transport?.close();
  }

  removeSource(sourceId: string): void {
    for (const [transportId, entry] of this.#entries) if (entry.sourceId === sourceId) this.closeTransport(transportId);
    this.#mixes.get(sourceId)?.close();
    this.#mixes.delete(sourceId);
    this.#sources.get(sourceId)?.close();
    this.#sources.delete(sourceId);
    this.#forwarded.delete(sourceId);
  }

  startForward({ forwardId, sourceId, port }: ForwardRequest): void {
    const source = this.#sources.get(sourceId);
    if (source === undefined) throw noSource(sourceId);
    this.stopForward(forwardId);
    const tap = new PlainForward(port, this.#loopback, () => this.#forwards.delete(forwardId));
    this.#forwards.set(forwardId, { source, tap });
    source.addTap(tap);
  }

  refreshForward(forwardId: string): void {
    const forward = this.#forwards.get(forwardId);
    forward?.tap.refresh();
    forward?.source.requestKeyframes();
  }

  stopForward(forwardId: string): void {
    const forward = this.#forwards.get(forwardId);
    forward?.source.removeTap(forward.tap);
    this.#forwards.delete(forwardId);
  }

  async startRecording(request: RecordRequest): Promise<void> {
    await this.#recordings.start(request, () => {
      const source = this.#sources.get(request.sourceId);
      if (source === undefined) throw noSource(request.sourceId);
      return source;
    });
  }

  stopRecording(recordingId: string): void {
    this.#recordings.stop(recordingId);
  }

  stats(): TransportStats[] {
    return [...this.#entries].flatMap(([transportId, { transport }]) => {
      const peer = transport?.peer;
      if (transport === undefined || peer === undefined) return [];
      const { packetsReceived, bytesReceived, packetsSent, bytesSent } = peer.counters;
      const isPublication = transport instanceof Publication;
      return {
        transportId,
        state: peer.state,
        packetsIn: packetsReceived,
        bytesIn: bytesReceived,
        packetsOut: packetsSent,
        bytesOut: bytesSent,
        packetsLostIn: isPublication ? transport.lost : 0,
        nacksIn: isPublication ? 0 : transport.nacks,
        keyframeRequestsOut: isPublication ? transport.keyframeRequests : 0,
      };
    });
  }

  /** Closes everything; resolves when the files of recordings are complete. */
  async close(): Promise<void> {
    const recordings = this.#recordings.close();
    for (const id of [...this.#entries.keys(), ...this.#shared.keys()]) this.closeTransport(id);
    for (const sourceId of [...this.#sources.keys()]) this.removeSource(sourceId);
    this.#loopback.close();
    this.#speakers.close();
    await recordings;
  }

  async #publish(
    request: Omit<PublishRequest, 'offer'>,
    epoch: number,
    carried: Pick<PublicationOptions, 'sections' | 'open' | 'isShared'>,
  ): Promise<Publication> {
    const { roomId, transportId, sourceId, mix } = request;
    if (mix !== undefined && !this.#mixes.has(mix.mixId)) throw noMix(mix.mixId);
    const { environment } = this;
    const generation = ++this.#generation;
    const publication = await this.#open({ transportId, sourceId, epoch }, (entry) =>
      Publication.open(
        { request, generation, environment, ...carried },
        {
          media: (...media) => this.#sources.get(sourceId)?.receive(...media),
          broken: () => this.#sources.get(sourceId)?.requestKeyframes(),
          state: (state) => this.#changed(transportId, entry, state, carried.isShared),
        },
      ),
    );
    const source = this.#source(sourceId);
    source.voice = this.#speakers.voice(roomId, sourceId);
    source.adopt(publication);
    this.#joinMix(source, publication, mix);
    return publication;
  }

  async #subscribe(
    request: Omit<SubscribeRequest, 'roomId' | 'offer'>,
    epoch: number,
    carried: Pick<SubscriptionOptions, 'sections' | 'open'> & { readonly isShared?: boolean },
  ): Promise<Subscription> {
    const { transportId, sourceId } = request;
    const { environment } = this;
    const source = this.#sources.get(sourceId);
    if (source === undefined) throw noSource(sourceId);
    const isMixed = this.#mixes.has(sourceId);
    const subscription = await this.#open({ transportId, sourceId, epoch }, (entry) =>
      Subscription.open(
        { request, sends: source.codecs, environment, isMixed, ...carried },
        {
          keyframe: (layer) => source.requestKeyframe(layer),
          feeds: (kind) => source.feeds(kind),
          layers: () => source.layers,
          isSpeaker: () => source.voice?.isSpeaker === true,
          state: (state) => {
            if (state === 'connected') source.refresh();
            this.#changed(transportId, entry, state, carried.isShared);
          },
        },
      ),
    );
    if (this.#sources.get(sourceId) !== source) {
      this.closeTransport(transportId);
      throw noSource(sourceId);
    }
    source.subscriptions.add(subscription);
    source.refresh();
    return subscription;
  }

  async #openShared(connectionId: string, entry: SharedEntry, offer: Offer): Promise<SharedConnection> {
    try {
      const connection = await SharedConnection.open(offer, this.environment, (state) => {
        if (isFinal(state) && this.#shared.get(connectionId) === entry) this.#shared.delete(connectionId);
        if (entry.connection !== undefined) this.onState(connectionId, entry.epoch, state);
      });
      if (!entry.isClosed) return connection;
      connection.close();
      throw new MediaError('no-transport', `connection ${connectionId} was closed while it was being opened`);
    } catch (error) {
      if (this.#shared.get(connectionId) === entry) this.#shared.delete(connectionId);
      throw error;
    }
  }

  /** Adds a transport to a shared connection; a failure affects this transport only. */
  async #join(
    connection: SharedConnection,
    roomId: string,
    transport: SharedPublication | SharedSubscription,
    epoch: number,
  ): Promise<SharedResult> {
    const { transportId } = transport;
    try {
      const sections = connection.sections(transport.mids);
      const carried = {
        sections,
        isShared: true,
        open: (events: CarrierEvents) => Promise.resolve(connection.attach(transportId, sections, events)),
      };
      if (transport.kind === 'publish') {
        const publication = await this.#publish({ ...transport, roomId }, epoch, carried);
        connection.answerFor(transportId, publication.answers);
        return { transportId, ok: true, ...describe(publication) };
      }
      const subscription = await this.#subscribe(transport, epoch, carried);
      connection.answerFor(transportId, subscription.answers);
      return { transportId, ok: true };
    } catch (error) {
      if (!(error instanceof MediaError)) this.environment.log('a part of a connection failed', error);
      const reason = error instanceof MediaError ? error.reason : 'engine-down';
      return { transportId, ok: false, reason, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Opens a transport under an id that may be closed, or reassigned, before it is open. */
  async #open<T extends Publication | Subscription>(
    { transportId, sourceId, epoch }: { transportId: string; sourceId: string; epoch: number },
    open: (entry: Entry) => Promise<T>,
  ): Promise<T> {
    this.closeTransport(transportId);
    const entry: Entry = { sourceId, epoch, isClosed: false };
    this.#entries.set(transportId, entry);
    try {
      const transport = await open(entry);
      if (entry.isClosed) {
        transport.close();
        throw new MediaError('no-transport', `transport ${transportId} was closed while it was being opened`);
      }
      entry.transport = transport;
      return transport;
    } catch (error) {
      this.#forget(transportId, entry);
      throw error;
    }
  }

  #changed(transportId: string, entry: Entry, state: TransportState, isShared = false): void {
    if (isFinal(state)) this.#forget(transportId, entry);
    // A transport that was never returned has no state to report; parts of a connection share the connection's.
    if (entry.transport !== undefined && !isShared) this.onState(transportId, entry.epoch, state);
  }

  #forget(transportId: string, entry: Entry): void {
    entry.isClosed = true;
    if (this.#entries.get(transportId) === entry) this.#entries.delete(transportId);
    if (entry.transport instanceof Subscription)
      this.#sources.get(entry.sourceId)?.subscriptions.delete(entry.transport);
  }

  /** A source's audio is in one mix at most. */
  #joinMix(source: Source, publication: Publication, part: MixPart | undefined): void {
    for (const [mixId, mix] of this.#mixes) if (mixId !== part?.mixId) mix.leave(source);
    if (part !== undefined) this.#mixes.get(part.mixId)?.join(source, publication, part.csrc);
  }

  #source(sourceId: string): Source {
    let source = this.#sources.get(sourceId);
    if (source === undefined) {
      source = new Source(sourceId, this.environment.clock);
      this.#sources.set(sourceId, source);
      const forwarded = this.#forwarded.get(sourceId);
      if (forwarded !== undefined) source.setForwarded(forwarded);
    }
    return source;
  }
}

function describe(publication: Publication): Pick<PublishAnswer, 'kinds' | 'videoCodec'> {
  const codec = publication.codec('video');
  return { kinds: publication.kinds, ...(codec === undefined ? {} : { videoCodec: codec.name }) };
}

function noSource(sourceId: string): MediaError {
  return new MediaError('no-source', `there is no source ${sourceId}; it was never published or has been removed`);
}
