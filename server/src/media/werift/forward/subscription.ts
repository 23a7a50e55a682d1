import { MediaError, type MediaKinds, type SubscribeRequest, type TransportState } from '../../engine.js';
import type { RtcpMessage } from '../../packet-filter/index.js';
import type { CachedPacket } from '../rtp/cache.js';
import { AUDIO_LEVEL_URI, createSentTrack, type SectionAnswer, type SentTrack, writeAnswer } from '../sdp/answer.js';
import { chooseSubscribed, type CodecIdentity, sameCodec } from '../sdp/codecs.js';
import { isMedia, type Offer, type OfferedSection } from '../sdp/offer.js';
import { type PeerEnvironment, PeerTransport } from '../transport/peer.js';
import type { Kind, MediaFeed } from './feed.js';
import { ResendLimit } from './resend-limit.js';
import { ForwardedTrack } from './track.js';

const REPORT_MS = 1_000;
const FEEDBACK: readonly string[] = ['ccm fir', 'nack', 'nack pli'];

export interface SubscriptionEvents {
  /** The subscriber, or we on its behalf, need a keyframe. */
  keyframe(): void;
  state(state: TransportState): void;
  /** The feeds that may hold what is to be sent again, and that reports speak of. */
  feeds(kind: Kind): readonly MediaFeed[];
}

/** A member's view of a source: one transport, at most one track of each kind. */
export class Subscription {
  #peer: PeerTransport | undefined;
  #answer = '';
  #nacks = 0;
  #wanted: MediaKinds;
  readonly #tracks: ForwardedTrack[] = [];
  readonly #codecs = new Map<Kind, CodecIdentity>();
  readonly #disposers: (() => void)[] = [];
  readonly #resends: ResendLimit;

  private constructor(
    readonly transportId: string,
    private readonly request: SubscribeRequest,
    private readonly environment: PeerEnvironment,
    private readonly events: SubscriptionEvents,
    private readonly isMixed: boolean,
  ) {
    this.#wanted = request.wanted;
    this.#resends = new ResendLimit(environment.clock);
  }

  /**
   * @param sends the codecs the source has now, by kind
   * @param isMixed whether it is a mix, whose packets tell how loud they are
   * @throws {MediaError} `codec-unsupported`, `bad-sdp`, `engine-down`
   */
  static async open(
    request: SubscribeRequest,
    offer: Offer,
    sends: ReadonlyMap<Kind, CodecIdentity>,
    environment: PeerEnvironment,
    events: SubscriptionEvents,
    isMixed = false,
  ): Promise<Subscription> {
    const subscription = new Subscription(request.transportId, request, environment, events, isMixed);
    const answers = offer.sections.map((section) => subscription.#plan(section, sends));
    if (answers.every((answer) => answer === undefined)) {
      throw new MediaError('codec-unsupported', "no section of the offer has the source's codecs");
    }
    await subscription.#open(offer, answers);
    return subscription;
  }

  get answer(): string {
    return this.#answer;
  }

  get peer(): PeerTransport | undefined {
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

  /** Whether it has a track of the kind in this codec. */
  accepts(kind: Kind, codec: CodecIdentity): boolean {
    const agreed = this.#codecs.get(kind);
    return agreed !== undefined && sameCodec(agreed, codec);
  }

  setOn(kind: Kind, isOn: boolean): void {
    this.#track(kind)?.setOn(isOn && this.#peer?.isConnected === true);
  }

  /** Whether video is on and cannot go on without a keyframe. */
  get isWaiting(): boolean {
    return this.#track('video')?.isWaiting ?? false;
  }

  forward(feed: MediaFeed, packet: CachedPacket, isKeyframe: boolean, now: number): void {
    for (const track of this.#tracks) if (track.kind === feed.kind) track.forward(feed, packet, isKeyframe, now);
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
    // Old clients say "no video, please" by offering to send it (wire-conference 3.1).
    const isAsked = section.direction === 'recvonly' || section.direction === 'sendrecv';
    const isNew = this.#track(kind) === undefined;
    const agreed = sent && chooseSubscribed(section, sent);
    if (sent !== undefined && agreed !== undefined && isAsked && isNew) {
      const extensions = kind === 'audio' && this.isMixed ? [AUDIO_LEVEL_URI] : [];
      const [levelId] = extensions.flatMap((uri) => section.extensions.get(uri) ?? []);
      const track = this.#createTrack(kind, agreed, levelId);
      this.#codecs.set(kind, sent);
      return { agreed, direction: 'sendonly', extensions, feedback: FEEDBACK, track };
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

  async #open(offer: Offer, answers: readonly (SectionAnswer | undefined)[]): Promise<void> {
    this.#peer = await PeerTransport.open(offer, this.environment, {
      rtp: () => undefined,
      rtcp: (message) => this.#control(message),
      state: (state) => this.#changed(state),
    });
    try {
      this.#answer = writeAnswer(offer, this.#peer.describe(), Math.floor(Math.random() * 2 ** 48), answers);
    } catch (error) {
      this.#peer.close();
      throw error;
    }
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
      this.events.keyframe();
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
