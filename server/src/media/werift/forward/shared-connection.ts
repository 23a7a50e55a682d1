import type { RtpHeader } from 'werift';
import { MediaError, type TransportState } from '../../engine.js';
import { ArrivalReports } from '../feedback/arrival-reports.js';
import type { ReceivedRtp, RtcpMessage } from '../../packet-filter/index.js';
import {
  type AnswerOrigin,
  MID_URI,
  newOrigin,
  type SectionAnswer,
  TRANSPORT_CC_URI,
  writeAnswer,
} from '../sdp/answer.js';
import { isMedia, type Offer, type OfferedSection } from '../sdp/offer.js';
import type { Carrier, CarrierEvents, PacketCounters } from '../transport/carrier.js';
import { isFinal } from '../transport/machine.js';
import { type PeerEnvironment, PeerTransport } from '../transport/peer.js';
import { type AdaptedStream, ReceiverControl } from './layers/receiver-control.js';
import { FEEDBACK_MS, OUR_SSRC } from './publication.js';

/** Bytes of an RTP header without extensions. */
const HEADER_BYTES = 12;
/** Limit of SSRCs in the routing table; an evicted one is found again by its next mid. */
const MAX_ROUTES = 256;

/** Part of a shared connection that belongs to one transport: its sections and its packets. */
class Leg implements Carrier {
  readonly #counters = { packetsSent: 0, packetsReceived: 0, bytesSent: 0, bytesReceived: 0 };
  #isClosed = false;
  #adapted: AdaptedStream | undefined;
  #answers: readonly (SectionAnswer | undefined)[] = [];
  /** Id of the header extension that numbers sent packets; undefined where it was not agreed. */
  #numberId: number | undefined;

  constructor(
    private readonly peer: () => PeerTransport | undefined,
    readonly sections: readonly OfferedSection[],
    readonly events: CarrierEvents,
    private readonly control: ReceiverControl,
    private readonly onClosed: (leg: Leg) => void,
  ) {}

  get state(): TransportState {
    return this.#isClosed ? 'closed' : (this.peer()?.state ?? 'closed');
  }

  get isConnected(): boolean {
    return !this.#isClosed && this.peer()?.isConnected === true;
  }

  get counters(): PacketCounters {
    return this.#counters;
  }

  get answers(): readonly (SectionAnswer | undefined)[] {
    return this.#answers;
  }

  /** Sets the answers to its sections, from which on packets are numbered where that was agreed. */
  agree(answers: readonly (SectionAnswer | undefined)[]): void {
    this.#answers = answers;
    const index = answers.findIndex((answer) => answer?.track && answer.extensions.includes(TRANSPORT_CC_URI));
    this.#numberId = this.sections[index]?.extensions.get(TRANSPORT_CC_URI);
    if (this.#adapted !== undefined && this.#numberId !== undefined) this.control.add(this.#adapted);
  }

  /** True if packets of this source are sent here. */
  sends(ssrc: number): boolean {
    return this.answers.some((answer) => answer?.track?.ssrc === ssrc);
  }

  sendRtp(header: RtpHeader, payload: Buffer): void {
    if (!this.isConnected) return;
    this.#counters.packetsSent++;
    this.#counters.bytesSent += HEADER_BYTES + payload.length;
    const id = this.#numberId;
    if (id === undefined) return this.peer()?.sendRtp(header, payload);
    // The header is the sender's own and is used for its next packet again.
    const { extensions } = header;
    const number = Buffer.alloc(2);
    number.writeUInt16BE(this.control.sent(payload.length), 0);
    header.extensions = [...extensions, { id, payload: number }];
    this.peer()?.sendRtp(header, payload);
    header.extensions = extensions;
  }

  sendRtcp(packet: Buffer): void {
    if (!this.isConnected) return;
    this.#counters.packetsSent++;
    this.#counters.bytesSent += packet.length;
    this.peer()?.sendRtcp(packet);
  }

  /** The layer is chosen from the answers on, as long as the leg is open. */
  adapt(stream: AdaptedStream): void {
    this.#adapted = stream;
  }

  receive(packet: ReceivedRtp): void {
    this.#counters.packetsReceived++;
    this.#counters.bytesReceived += HEADER_BYTES + packet.payload.length;
    this.events.rtp(packet);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#adapted !== undefined) this.control.remove(this.#adapted);
    this.onClosed(this);
  }
}

/** A peer connection that carries many publications or subscriptions, each in sections of its own. */
export class SharedConnection {
  #peer: PeerTransport | undefined;
  #offer: Offer;
  #origin: AnswerOrigin = newOrigin();
  #stopReports: (() => void) | undefined;
  readonly #legs = new Map<string, Leg>();
  /** Legs by the SSRCs of the streams they receive. */
  readonly #routes = new Map<number, Leg>();
  readonly #arrivals = new ArrivalReports(OUR_SSRC);
  readonly #control: ReceiverControl;

  private constructor(
    offer: Offer,
    private readonly environment: PeerEnvironment,
    private readonly onState: (state: TransportState) => void,
  ) {
    this.#offer = offer;
    this.#control = new ReceiverControl(environment.clock);
  }

  /** @throws {MediaError} `engine-down` where no UDP port can be opened */
  static async open(
    offer: Offer,
    environment: PeerEnvironment,
    onState: (state: TransportState) => void,
  ): Promise<SharedConnection> {
    const connection = new SharedConnection(offer, environment, onState);
    connection.#peer = await PeerTransport.open(offer, environment, {
      rtp: (packet) => connection.#receive(packet),
      rtcp: (message) => connection.#receiveRtcp(message),
      state: (state) => connection.#changed(state),
      pathChanged: () => {
        for (const leg of connection.#legs.values()) leg.events.pathChanged?.();
      },
    });
    return connection;
  }

  get state(): TransportState {
    return this.#peer?.state ?? 'closed';
  }

  /** Applies the next offer. @throws {MediaError} as {@link PeerTransport.renew} */
  async renew(offer: Offer): Promise<void> {
    await this.#peer?.renew(offer);
    this.#offer = offer;
    for (const { mid, ssrcs } of offer.sections) {
      const leg = this.#legOf(mid);
      if (leg !== undefined) for (const ssrc of ssrcs) this.#route(ssrc, leg);
    }
  }

  /** The sections of these mids, in the order of the offer. @throws {MediaError} `bad-sdp` where one is missing */
  sections(mids: readonly string[]): OfferedSection[] {
    const found = this.#offer.sections.filter(({ mid }) => mid !== undefined && mids.includes(mid));
    if (found.length === 0 || found.length !== new Set(mids).size) {
      throw new MediaError('bad-sdp', `the offer lacks sections of ${mids.join(', ')}`);
    }
    return found;
  }

  /**
   * Assigns sections to a transport; the previous transport of a section ends. Its answers follow by {@link answerFor}.
   */
  attach(transportId: string, sections: readonly OfferedSection[], events: CarrierEvents): Carrier {
    const mids = new Set(sections.map(({ mid }) => mid));
    for (const leg of this.#legs.values()) {
      if (leg.sections.some(({ mid }) => mids.has(mid))) this.#end(leg);
    }
    const leg = new Leg(
      () => this.#peer,
      sections,
      events,
      this.#control,
      (closed) => this.#detach(transportId, closed),
    );
    this.#legs.set(transportId, leg);
    for (const ssrc of sections.flatMap(({ ssrcs }) => ssrcs)) this.#route(ssrc, leg);
    return leg;
  }

  /** Sets the answers to the sections of a transport, for as long as it has them. */
  answerFor(transportId: string, answers: readonly (SectionAnswer | undefined)[]): void {
    this.#legs.get(transportId)?.agree(answers);
  }

  /** The answer to the newest offer; unused sections are inactive. */
  answer(): string {
    if (this.#peer === undefined) throw new MediaError('no-transport', 'the connection is closed; open another one');
    const byMid = new Map(
      [...this.#legs.values()].flatMap(({ sections, answers }) =>
        sections.map(({ mid }, index) => [mid, answers[index]] as const),
      ),
    );
    const answers = this.#offer.sections.map((section) => {
      const answer = byMid.get(section.mid);
      return answer !== undefined && fits(section, answer) ? answer : unused(section);
    });
    const text = writeAnswer(this.#offer, this.#peer.describe(), this.#origin, answers, true);
    this.#origin = { ...this.#origin, version: this.#origin.version + 1 };
    return text;
  }

  /** Closes it with all its transports. Idempotent. */
  close(): void {
    this.#peer?.close();
  }

  #changed(state: TransportState): void {
    if (state === 'connected' && this.#stopReports === undefined) {
      this.#stopReports = this.environment.clock.every(FEEDBACK_MS, () => this.#report());
    }
    if (isFinal(state)) {
      this.#stopReports?.();
      this.#control.close();
    }
    for (const leg of this.#legs.values()) leg.events.state(state);
    this.onState(state);
  }

  #receive(packet: ReceivedRtp): void {
    this.#arrivals.received(packet, this.#extensionId(TRANSPORT_CC_URI));
    const { ssrc } = packet.header;
    const leg = this.#routes.get(ssrc) ?? this.#legOfMid(packet);
    leg?.receive(packet);
  }

  /** For sources that the offer does not name: packets carry the mid of their section until our first report. */
  #legOfMid({ header }: ReceivedRtp): Leg | undefined {
    const id = this.#extensionId(MID_URI);
    const mid = header.extensions.find((extension) => extension.id === id)?.payload.toString();
    if (id === undefined || mid === undefined) return undefined;
    const leg = this.#legOf(mid);
    if (leg !== undefined) this.#route(header.ssrc, leg);
    return leg;
  }

  #legOf(mid: string | undefined): Leg | undefined {
    for (const leg of this.#legs.values()) if (leg.sections.some((section) => section.mid === mid)) return leg;
    return undefined;
  }

  /** Sections of a bundle use the same id for an extension (RFC 8843 9.1). */
  #extensionId(uri: string): number | undefined {
    for (const { extensions } of this.#offer.sections) {
      const id = extensions.get(uri);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  #receiveRtcp(message: RtcpMessage): void {
    if (message.kind === 'transport-feedback') return this.#control.reported(message.body);
    if (message.kind === 'sender-report') return this.#routes.get(message.ssrc)?.events.rtcp(message);
    for (const leg of this.#legs.values()) if (leg.sends(message.mediaSsrc)) leg.events.rtcp(message);
  }

  #report(): void {
    const [ssrc = 0] = this.#routes.keys();
    for (const packet of this.#arrivals.build(ssrc)) this.#peer?.sendRtcp(packet);
  }

  #route(ssrc: number, leg: Leg): void {
    this.#routes.delete(ssrc);
    const [oldest] = this.#routes.keys();
    if (oldest !== undefined && this.#routes.size === MAX_ROUTES) this.#routes.delete(oldest);
    this.#routes.set(ssrc, leg);
  }

  #end(leg: Leg): void {
    leg.close();
    leg.events.state('closed');
  }

  #detach(transportId: string, leg: Leg): void {
    if (this.#legs.get(transportId) === leg) this.#legs.delete(transportId);
    for (const [ssrc, owner] of this.#routes) if (owner === leg) this.#routes.delete(ssrc);
  }
}

/** True if the client still offers the counterpart of the agreed direction. */
function fits({ isRejected, direction }: OfferedSection, answer: SectionAnswer): boolean {
  const [receives, sends] = [direction !== 'sendonly', direction !== 'recvonly'];
  if (isRejected || direction === 'inactive') return false;
  return (answer.direction !== 'sendonly' || receives) && (answer.direction !== 'recvonly' || sends);
}

/** Kept open for reuse by the client. */
function unused(section: OfferedSection): SectionAnswer | undefined {
  const codec = section.isRejected || !isMedia(section) ? undefined : section.codecs[0];
  return codec && { agreed: { codec, rtx: undefined }, direction: 'inactive', extensions: [], feedback: [] };
}
