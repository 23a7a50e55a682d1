import { MediaError, type MediaKinds, type SubscribeRequest, type TransportState } from '../../engine.js';
import type { RtcpMessage } from '../../packet-filter/index.js';
import type { CachedPacket } from '../rtp/cache.js';
import {
  AUDIO_LEVEL_URI,
  createSentTrack,
  type SectionAnswer,
  type SentTrack,
  TRANSPORT_CC_URI,
} from '../sdp/answer.js';
import { chooseSubscribed, type CodecIdentity, sameCodec } from '../sdp/codecs.js';
import { isMedia, type OfferedSection } from '../sdp/offer.js';
import type { Carrier, OpenCarrier } from '../transport/carrier.js';
import type { PeerEnvironment } from '../transport/peer.js';
import type { Kind, MediaFeed } from './feed.js';
import type { AllocatedStream } from '../../congestion/index.js';
import type { PictureNeed } from '../../engine.js';
import type { LayerSet } from './layers/layer-set.js';
import { RateMeter } from './layers/rate-meter.js';
import { type AvailableLayers, LayerSwitch } from './layers/layer-switch.js';
import type { AdaptedStream } from './layers/receiver-control.js';
import { ResendLimit } from './resend-limit.js';
import { ForwardedTrack } from './track.js';

const REPORT_MS = 1_000;
/** An estimate of one voice, headers included: it varies little. */
const VOICE_BITRATE = 50_000;
/** Part of its bit rate that must fit for a picture in one size to go on: a short queue must not stop it. */
const TOLERATED_SHARE = 0.75;
const FEEDBACK: readonly string[] = ['ccm fir', 'nack', 'nack pli'];

export interface SubscriptionOptions {
  readonly request: Pick<SubscribeRequest, 'transportId' | 'sourceId' | 'wanted'>;
  /** Sections of the offer that carry the subscription. */
  readonly sections: readonly OfferedSection[];
  /** The current codecs of the source, by kind. */
  readonly sends: ReadonlyMap<Kind, CodecIdentity>;
  readonly environment: PeerEnvironment;
  readonly open: OpenCarrier;
  /** True for a mix, whose packets carry their audio level. */
  readonly isMixed?: boolean;
  /** True if packets are numbered over the whole connection, which measures its capacity by reports on them. */
  readonly isShared?: boolean;
}

export interface SubscriptionEvents {
  /** The subscriber needs a keyframe, or the server does on its behalf. */
  keyframe(layer: number | undefined): void;
  state(state: TransportState): void;
  /** The layers of the source's picture, where it has several. */
  layers(): LayerSet | undefined;
  /** True if the source is the active speaker. */
  isSpeaker(): boolean;
  /** The feeds that may hold packets to retransmit, and that reports refer to. */
  feeds(kind: Kind): readonly MediaFeed[];
}

/** A subscription of a member to a source: one transport, at most one track of each kind. */
export class Subscription implements AdaptedStream {
  #peer: Carrier | undefined;
  #answers: readonly (SectionAnswer | undefined)[] = [];
  #nacks = 0;
  #wanted: MediaKinds;
  readonly #tracks: ForwardedTrack[] = [];
  readonly #codecs = new Map<Kind, CodecIdentity>();
  readonly #disposers: (() => void)[] = [];
  readonly #resends: ResendLimit;
  readonly #layer = new LayerSwitch();
  readonly #rate = new RateMeter();
  #need: PictureNeed = { isPreferred: false };

  private constructor(
    readonly transportId: string,
    private readonly request: SubscriptionOptions['request'],
    private readonly environment: PeerEnvironment,
    private readonly events: SubscriptionEvents,
    private readonly isMixed: boolean,
    private readonly isShared: boolean,
  ) {
    this.#wanted = request.wanted;
    this.#resends = new ResendLimit(environment.clock);
  }

  /** @throws {MediaError} `codec-unsupported`, `bad-sdp`, `engine-down` */
  static async open(
    { request, sections, sends, environment, open, isMixed = false, isShared = false }: SubscriptionOptions,
    events: SubscriptionEvents,
  ): Promise<Subscription> {
    const subscription = new Subscription(request.transportId, request, environment, events, isMixed, isShared);
    subscription.#answers = sections.map((section) => subscription.#plan(section, sends));
    if (subscription.#answers.every((answer) => answer === undefined)) {
      throw new MediaError('codec-unsupported', "no section of the offer has the source's codecs");
    }
    subscription.#peer = await open({
      rtp: () => undefined,
      rtcp: (message) => subscription.#control(message),
      state: (state) => subscription.#changed(state),
      // A decoder waits up to a second for what it lacks before it asks for a keyframe itself.
      pathChanged: () => events.keyframe(subscription.layer),
    });
    // A connection that is already established emits no further state change.
    subscription.#peer.adapt?.(subscription);
    if (subscription.#peer.isConnected) subscription.#changed(subscription.#peer.state);
    return subscription;
  }

  /** Answers to the sections, in their order. */
  get answers(): readonly (SectionAnswer | undefined)[] {
    return this.#answers;
  }

  get peer(): Carrier | undefined {
    return this.#peer;
  }

  get nacks(): number {
    return this.#nacks;
  }

  get wanted(): MediaKinds {
    return this.#wanted;
  }

  setWanted(wanted: MediaKinds): void {
    this.#wanted = wanted;
  }

  /** True if it has a track of the kind in this codec. */
  accepts(kind: Kind, codec: CodecIdentity): boolean {
    const agreed = this.#codecs.get(kind);
    return agreed !== undefined && sameCodec(agreed, codec);
  }

  setOn(kind: Kind, isOn: boolean): void {
    this.#track(kind)?.setOn(isOn && this.#peer?.isConnected === true);
  }

  /** True if video is on and cannot continue without a keyframe. */
  get isWaiting(): boolean {
    return this.#track('video')?.isWaiting ?? false;
  }

  /** The layer that is received; undefined for a single stream. */
  get layer(): number | undefined {
    return this.#layer.current;
  }

  /** The layer whose keyframe a pending change of layers needs. */
  get awaitedLayer(): number | undefined {
    return this.#track('video')?.isOff === false ? this.#layer.awaited : undefined;
  }

  /** True if a packet of one layer is to be received. */
  admits(feed: MediaFeed, isKeyframe: boolean, layers: AvailableLayers, now: number): boolean {
    return this.#layer.admits(feed, isKeyframe, layers, now);
  }

  /** Height in pixels that the picture has on the screen, and its preference over others. */
  setNeed(need: PictureNeed): void {
    this.#need = need;
  }

  demands(now: number): readonly AllocatedStream[] {
    const { transportId } = this;
    const { height = Infinity } = this.#need;
    const isPreferred = this.#need.isPreferred || this.events.isSpeaker();
    const part = { isPreferred, pixels: height ** 2 };
    const demands: AllocatedStream[] = [];
    if (this.#track('audio')?.isOff === false) {
      const layers = [{ bitrate: VOICE_BITRATE }];
      demands.push({ ...part, id: `${transportId} audio`, kind: 'audio', layers, wanted: 0 });
    }
    const layers = this.#track('video')?.isOff === false ? this.events.layers() : undefined;
    if (layers !== undefined) {
      const wanted = height === 0 ? -1 : layers.layerFor(height);
      const costs = layers.bitrates.map((bitrate) => ({ bitrate }));
      demands.push({ ...part, id: `${transportId} video`, kind: 'video', layers: costs, wanted });
    } else demands.push(...this.#singlePicture(now, { ...part, wanted: height === 0 ? -1 : 0 }));
    return demands;
  }

  setLayer(id: string, layer: number): void {
    if (id === `${this.transportId} video`) this.#layer.target = layer;
    if (id === `${this.transportId} picture`) this.#track('video')?.setPaused(layer < 0);
  }

  pad(packets: number): boolean {
    return this.#track('video')?.repeat(packets) ?? false;
  }

  forward(feed: MediaFeed, packet: CachedPacket, isKeyframe: boolean, now: number): void {
    for (const track of this.#tracks) if (track.kind === feed.kind) track.forward(feed, packet, isKeyframe, now);
  }

  /** A picture in one size is sent or paused: its sender cannot be slowed for one receiver. */
  #singlePicture(
    now: number,
    part: Pick<AllocatedStream, 'isPreferred' | 'pixels' | 'wanted'>,
  ): readonly AllocatedStream[] {
    const track = this.#track('video');
    if (track?.isOff !== false) return [];
    const bitrate = track.isPaused ? this.#rate.bitrate : TOLERATED_SHARE * this.#rate.update(track.octets, now);
    return [{ ...part, id: `${this.transportId} picture`, kind: 'video', layers: [{ bitrate }], isSingle: true }];
  }

  close(): void {
    this.#peer?.close();
    this.#release();
  }

  #track(kind: Kind): ForwardedTrack | undefined {
    return this.#tracks.find((track) => track.kind === kind);
  }

  #plan(section: OfferedSection, sends: ReadonlyMap<Kind, CodecIdentity>): SectionAnswer | undefined {
    if (section.isRejected || !isMedia(section)) return undefined;
    const kind: Kind = section.kind === 'audio' ? 'audio' : 'video';
    const sent = sends.get(kind);
    // Old clients decline video by offering to send it (wire-conference 3.1).
    const isAsked = section.direction === 'recvonly' || section.direction === 'sendrecv';
    const isNew = this.#track(kind) === undefined;
    const agreed = sent && chooseSubscribed(section, sent);
    if (sent !== undefined && agreed !== undefined && isAsked && isNew) {
      const extensions = kind === 'audio' && this.isMixed ? [AUDIO_LEVEL_URI] : [];
      const [levelId] = extensions.flatMap((uri) => section.extensions.get(uri) ?? []);
      const track = this.#createTrack(kind, agreed, levelId);
      this.#codecs.set(kind, sent);
      if (!this.isShared) return { agreed, direction: 'sendonly', extensions, feedback: FEEDBACK, track };
      const numbered = { extensions: [...extensions, TRANSPORT_CC_URI], feedback: [...FEEDBACK, 'transport-cc'] };
      return { agreed, direction: 'sendonly', ...numbered, track };
    }
    if (sent !== undefined && agreed === undefined && isAsked && isNew && this.#wanted[kind]) {
      throw new MediaError('codec-unsupported', `the source sends ${sent.name}, which the offer's ${kind} lacks`);
    }
    const any = section.codecs[0];
    return any && { agreed: { codec: any, rtx: undefined }, direction: 'inactive', extensions: [], feedback: [] };
  }

  #createTrack(kind: Kind, agreed: ForwardedTrack['agreed'], levelId: number | undefined): SentTrack {
    const { sourceId } = this.request;
    const sent = createSentTrack(sourceId, kind, agreed);
    this.#tracks.push(new ForwardedTrack(kind, agreed, sent, () => this.#peer, levelId));
    return sent;
  }

  #changed(state: TransportState): void {
    if (state === 'connected' && this.#disposers.length === 0) {
      this.#disposers.push(this.environment.clock.every(REPORT_MS, () => this.#sendReports()));
    }
    if (state === 'failed' || state === 'closed') this.#release();
    this.events.state(state);
  }

  #control(message: RtcpMessage): void {
    if (message.kind === 'nack') {
      const track = this.#tracks.find((entry) => entry.sent.ssrc === message.mediaSsrc);
      this.#nacks++;
      track?.resend(this.#resends.take(message.lost), this.events.feeds(track.kind));
    } else if (message.kind === 'keyframe-request') {
      this.events.keyframe(this.#layer.current);
    }
  }

  #sendReports(): void {
    const now = this.environment.clock.now();
    for (const track of this.#tracks) {
      const report = this.events
        .feeds(track.kind)
        .map((feed) => track.report(feed, now))
        .find((entry) => entry !== undefined);
      if (report !== undefined) this.#peer?.sendRtcp(report);
    }
  }

  #release(): void {
    for (const dispose of this.#disposers.splice(0)) dispose();
  }
}
