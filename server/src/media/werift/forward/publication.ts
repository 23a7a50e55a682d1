import { MediaError, type MediaKinds, type PublishRequest, type TransportState } from '../../engine.js';
import { ArrivalReports } from '../feedback/arrival-reports.js';
import type { ReceivedRtp, RtcpMessage } from '../../packet-filter/index.js';
import type { Mix, Speaker } from '../../mixer/index.js';
import type { CachedPacket } from '../rtp/cache.js';
import { fullIntraRequest, pictureLoss, receiverReport } from '../rtp/rtcp.js';
import {
  AUDIO_LEVEL_URI,
  createSentTrack,
  MID_URI,
  REPAIRED_RID_URI,
  RID_URI,
  type SectionAnswer,
  type SentTrack,
  TRANSPORT_CC_URI,
} from '../sdp/answer.js';
import { type AgreedCodec, choosePublished, type CodecIdentity } from '../sdp/codecs.js';
import { isMedia, type OfferedSection } from '../sdp/offer.js';
import type { Carrier, OpenCarrier } from '../transport/carrier.js';
import type { PeerEnvironment } from '../transport/peer.js';
import { Feed, type Kind } from './feed.js';
import { LayerSet } from './layers/layer-set.js';
import { MixedTrack } from './mixed-track.js';
import { ResendLimit } from './resend-limit.js';

/** Sender SSRC of our RTCP reports; no media stream of ours uses it. */
export const OUR_SSRC = 1;
export const FEEDBACK_MS = 60;
const REPORT_MS = 1_000;
const CHASE_MS = 20;
/**
 * Start of Chromium's bandwidth estimate, in kbit/s. Its own 300 makes every call start at 320x180 and grow for ten
 * seconds; from here it reaches its full size at once, also when its first probe of the network fails, and it still
 * backs off within a second on a slow line.
 */
const START_BITRATE = 'x-google-start-bitrate=2000';
const AUDIO_FEEDBACK: readonly string[] = ['transport-cc', 'nack'];
const VIDEO_FEEDBACK: readonly string[] = ['transport-cc', 'ccm fir', 'nack', 'nack pli'];

export interface PublicationOptions {
  readonly request: Pick<PublishRequest, 'transportId' | 'videoCodecs' | 'mix'>;
  /** Sections of the offer that carry the publication. */
  readonly sections: readonly OfferedSection[];
  /** Higher generations are newer; the newest one with media feeds the source. */
  readonly generation: number;
  readonly environment: PeerEnvironment;
  readonly open: OpenCarrier;
  /** True if the carrier's connection carries other transports as well. */
  readonly isShared?: boolean;
}

export interface PublicationEvents {
  /** @param level of a voice's packet, in dB below full scale; undefined where it is not known */
  media(feed: Feed, packet: CachedPacket, publication: Publication, level: number | undefined): void;
  /** The current frame cannot be completed any more. */
  broken(publication: Publication): void;
  state(state: TransportState): void;
}

export interface Plan {
  readonly answers: (SectionAnswer | undefined)[];
  readonly feeds: Feed[];
  /** The layers of video that is sent in several sizes. */
  readonly layers: LayerSet | undefined;
  readonly transportCcId: number | undefined;
  /** Id of the header extension with the audio level of a packet. */
  readonly levelId: number | undefined;
  /** The section in which a mix is sent. */
  readonly mixed:
    { readonly agreed: AgreedCodec; readonly track: SentTrack; readonly levelId: number | undefined } | undefined;
}

/** The incoming media of a publisher: one transport, at most one feed of each kind. */
export class Publication {
  #peer: Carrier | undefined;
  #keyframeRequests = 0;
  #firSequence = 0;
  #isChaseDue = false;
  readonly #disposers: (() => void)[] = [];
  readonly #arrivals = new ArrivalReports(OUR_SSRC);
  readonly #mixed: MixedTrack | undefined;
  readonly #resends: ResendLimit;
  #stopHearing: (() => void) | undefined;

  private constructor(
    readonly transportId: string,
    /** Higher generations are newer; the newest one with media feeds the source. */
    readonly generation: number,
    private readonly plan: Plan,
    private readonly environment: PeerEnvironment,
    private readonly events: PublicationEvents,
  ) {
    this.#resends = new ResendLimit(environment.clock);
    const { mixed } = plan;
    if (mixed === undefined) return;
    this.#mixed = new MixedTrack(mixed.agreed, mixed.track, () => this.#peer, mixed.levelId, environment.clock);
  }

  /** @throws {MediaError} `codec-unsupported`, `bad-sdp`, `engine-down` */
  static async open(
    { request, sections, generation, environment, open, isShared = false }: PublicationOptions,
    events: PublicationEvents,
  ): Promise<Publication> {
    const extensions = isShared ? [TRANSPORT_CC_URI, MID_URI] : [TRANSPORT_CC_URI];
    const planned = planPublication(sections, request.videoCodecs, request.mix?.mixId, extensions);
    // Arrivals are numbered over all streams of a connection, so a shared connection reports them itself.
    const plan = isShared ? { ...planned, transportCcId: undefined } : planned;
    const publication = new Publication(request.transportId, generation, plan, environment, events);
    publication.#peer = await open({
      rtp: (packet) => publication.#receive(packet),
      rtcp: (message) => publication.#control(message),
      state: (state) => publication.#changed(state),
      pathChanged: () => publication.requestKeyframe(),
    });
    // A connection that is already established emits no further state change.
    if (publication.#peer.isConnected) publication.#changed(publication.#peer.state);
    return publication;
  }

  /** Answers to the sections, in their order. */
  get answers(): readonly (SectionAnswer | undefined)[] {
    return this.plan.answers;
  }

  get peer(): Carrier | undefined {
    return this.#peer;
  }

  get kinds(): MediaKinds {
    return { audio: this.feed('audio') !== undefined, video: this.feed('video') !== undefined };
  }

  get keyframeRequests(): number {
    return this.#keyframeRequests;
  }

  get lost(): number {
    return this.plan.feeds.reduce((sum, feed) => sum + feed.lost, 0);
  }

  codec(kind: Kind): CodecIdentity | undefined {
    return this.feed(kind)?.codec;
  }

  feed(kind: Kind): Feed | undefined {
    return this.plan.feeds.find((feed) => feed.kind === kind);
  }

  /** Sends the mix without the speaker from now on, where the offer supports it. */
  hear(mix: Mix, own: Speaker): void {
    this.#stopHearing?.();
    if (this.#mixed !== undefined && this.#peer !== undefined) this.#stopHearing = mix.listen(this.#mixed, own);
  }

  get layers(): LayerSet | undefined {
    return this.plan.layers;
  }

  /** Requests a keyframe from the publisher's encoder. */
  requestKeyframe(layer?: number): void {
    const ssrc = this.plan.feeds.find((feed) => feed.kind === 'video' && feed.layer === layer)?.ssrc;
    if (ssrc === undefined || this.#peer?.isConnected !== true) return;
    this.#keyframeRequests++;
    const answer = this.plan.answers.find((entry) => entry?.agreed.codec.feedback.has('ccm fir'));
    const knowsPli = this.plan.answers.some((entry) => entry?.agreed.codec.feedback.has('nack pli'));
    const request =
      knowsPli || answer === undefined
        ? pictureLoss(OUR_SSRC, ssrc)
        : fullIntraRequest(OUR_SSRC, ssrc, this.#firSequence++);
    this.#peer.sendRtcp(Buffer.concat([receiverReport(OUR_SSRC, []), request]));
  }

  close(): void {
    this.#peer?.close();
    this.#release();
  }

  #changed(state: TransportState): void {
    if (state === 'connected' && this.#disposers.length === 0) {
      const { clock } = this.environment;
      this.#disposers.push(clock.every(FEEDBACK_MS, () => this.#sendTransportFeedback()));
      this.#disposers.push(clock.every(REPORT_MS, () => this.#sendReport()));
    }
    this.#mixed?.setOn(this.#peer?.isConnected === true);
    if (state === 'failed' || state === 'closed') this.#release();
    this.events.state(state);
  }

  #receive(packet: ReceivedRtp): void {
    const now = this.environment.clock.now();
    this.#arrivals.received(packet, this.plan.transportCcId);
    const feed = this.#feedOf(packet);
    const received = feed?.receive(packet, now);
    if (feed === undefined || received === undefined) return;
    this.plan.layers?.received(feed, received, now);
    const level = feed.kind === 'audio' ? audioLevel(packet, this.plan.levelId) : undefined;
    this.events.media(feed, received, this, level);
    if (feed.isChasing && !this.#isChaseDue) this.#chase();
  }

  #feedOf(packet: ReceivedRtp): Feed | undefined {
    const feed = this.plan.feeds.find((entry) => entry.carries(packet.header.payloadType));
    return feed?.layer === undefined ? feed : this.plan.layers?.feedOf(packet);
  }

  #control(message: RtcpMessage): void {
    if (message.kind === 'nack') {
      if (message.mediaSsrc === this.#mixed?.sent.ssrc) this.#mixed.resend(this.#resends.take(message.lost));
    } else if (message.kind === 'sender-report') {
      const feed = this.plan.feeds.find((entry) => entry.ssrc === message.ssrc);
      feed?.senderReported(message.ntp, message.rtpTimestamp, this.environment.clock.now());
    }
  }

  /** Requests missing packets at once and repeatedly until none is missing. */
  #chase(): void {
    const now = this.environment.clock.now();
    for (const feed of this.plan.feeds) {
      const { request, isHopeless } = feed.chase(OUR_SSRC, now);
      if (request !== undefined) this.#peer?.sendRtcp(Buffer.concat([receiverReport(OUR_SSRC, []), request]));
      if (isHopeless && feed.kind === 'video') this.events.broken(this);
    }
    this.#isChaseDue = this.#peer?.isConnected === true && this.plan.feeds.some((feed) => feed.isChasing);
    if (this.#isChaseDue) this.environment.clock.after(CHASE_MS, () => this.#chase());
  }

  #sendTransportFeedback(): void {
    const ssrc = (this.feed('video') ?? this.feed('audio'))?.ssrc ?? 0;
    for (const packet of this.#arrivals.build(ssrc)) this.#peer?.sendRtcp(packet);
  }

  #sendReport(): void {
    const now = this.environment.clock.now();
    const blocks = this.plan.feeds.flatMap((feed) => feed.report(now) ?? []);
    if (blocks.length > 0) this.#peer?.sendRtcp(receiverReport(OUR_SSRC, blocks));
    const sent = this.#mixed?.report();
    if (sent !== undefined) this.#peer?.sendRtcp(sent);
  }

  #release(): void {
    for (const dispose of this.#disposers.splice(0)) dispose();
    this.#stopHearing?.();
  }
}

/** @throws {MediaError} `codec-unsupported` where no codec of a kind is allowed */
function planPublication(
  sections: readonly OfferedSection[],
  videoCodecs: readonly string[],
  mixId: string | undefined,
  extensions: readonly string[],
): Plan {
  const feeds: Feed[] = [];
  let layers: LayerSet | undefined;
  let transportCcId: number | undefined;
  let voiceLevelId: number | undefined;
  let mixed: Plan['mixed'];
  const answers = sections.map((section): SectionAnswer | undefined => {
    if (section.isRejected || !isMedia(section)) return undefined;
    const kind: Kind = section.kind === 'audio' ? 'audio' : 'video';
    const agreed = choosePublished(section, kind === 'audio' ? ['opus'] : videoCodecs);
    const isSent = section.direction === 'sendrecv' || section.direction === 'sendonly';
    const isNew = !feeds.some((feed) => feed.kind === kind);
    if (agreed === undefined) {
      if (isSent && isNew) throw unsupported(section, kind === 'audio' ? ['opus'] : videoCodecs);
      return undefined;
    }
    if (kind === 'audio' && mixId !== undefined && mixed === undefined && isReceived(section)) {
      const track = createSentTrack(mixId, kind, agreed);
      mixed = { agreed, track, levelId: section.extensions.get(AUDIO_LEVEL_URI) };
      if (!isSent) return { agreed, direction: 'sendonly', extensions: [AUDIO_LEVEL_URI], feedback: ['nack'], track };
    }
    if (!isSent || !isNew) return { agreed, direction: 'inactive', extensions: [], feedback: [] };
    if (section.extensions.has(TRANSPORT_CC_URI) && agreed.codec.feedback.has('transport-cc')) {
      transportCcId = section.extensions.get(TRANSPORT_CC_URI);
    }
    const layered = kind === 'video' ? createLayers(agreed, section) : undefined;
    layers = layered?.layers;
    feeds.push(...(layered?.feeds ?? [createFeed(kind, agreed, section)]));
    const feedback = kind === 'audio' ? AUDIO_FEEDBACK : VIDEO_FEEDBACK;
    if (kind === 'audio') voiceLevelId = section.extensions.get(AUDIO_LEVEL_URI);
    const levels = kind === 'audio' ? [...extensions, AUDIO_LEVEL_URI] : extensions;
    const answer: SectionAnswer = { agreed, direction: 'recvonly', extensions: levels, feedback };
    if (kind === 'audio' && mixed !== undefined) {
      return {
        ...answer,
        direction: 'sendrecv',
        track: mixed.track,
      };
    }
    if (kind === 'audio') return answer;
    const video = { ...answer, format: START_BITRATE };
    if (layered === undefined) return video;
    return { ...video, extensions: [...extensions, RID_URI, REPAIRED_RID_URI], rids: section.sentRids };
  });
  if (answers.every((answer) => answer === undefined)) {
    throw new MediaError('codec-unsupported', 'no section of the offer has a codec that this server forwards');
  }
  return { answers, feeds, layers, transportCcId, levelId: voiceLevelId, mixed };
}

/** RFC 6464: one bit for voice activity, seven for dB below full scale. */
function audioLevel({ header }: ReceivedRtp, id: number | undefined): number | undefined {
  const payload = id === undefined ? undefined : header.extensions.find((extension) => extension.id === id)?.payload;
  return payload?.[0] === undefined ? undefined : payload[0] & 0x7f;
}

function isReceived({ direction }: OfferedSection): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}

function createFeed(kind: Kind, agreed: AgreedCodec, section: OfferedSection): Feed {
  return new Feed(kind, agreed, section.primarySsrc, agreed.codec.feedback.has('nack'));
}

/** Feeds of a picture that is offered in several sizes; undefined where it is not. */
function createLayers(
  agreed: AgreedCodec,
  { sentRids, extensions }: OfferedSection,
): { readonly feeds: readonly Feed[]; readonly layers: LayerSet } | undefined {
  const rid = extensions.get(RID_URI);
  if (rid === undefined || sentRids.length < 2) return undefined;
  const wantsNack = agreed.codec.feedback.has('nack');
  const feeds = new Map(sentRids.map((name, rank) => [name, new Feed('video', agreed, undefined, wantsNack, rank)]));
  const layers = new LayerSet(feeds, { rid, repairedRid: extensions.get(REPAIRED_RID_URI) });
  return { feeds: [...feeds.values()], layers };
}

function unsupported(section: OfferedSection, allowed: readonly string[]): MediaError {
  const offered = [...new Set(section.codecs.map((codec) => codec.name))].join(', ');
  return new MediaError(
    'codec-unsupported',
    `the offer's ${section.kind} has none of ${allowed.join(', ') || 'the allowed codecs'}; it offers ${offered || 'none'}`,
  );
}
