import { RtcClient } from '../client/client.js';
import type { StreamPolicy } from '../conference/policy.js';
import type { Conference, JoinRoomOptions } from '../conference/types.js';
import type { Timings } from '../core/timings.js';
import { Op, Role, type ConferenceType, type WireMember, type WireStream } from '../protocol/index.js';
import { settle } from './clock.js';
import { FakePlatform, type FakePlatformOptions } from './platform.js';
import type { FakeEnterAnswer } from './server.js';

export interface ScenarioOptions extends FakePlatformOptions {
  readonly enter?: Partial<FakeEnterAnswer>;
  readonly join?: Partial<JoinRoomOptions>;
  /** By default COMMUNICATION. */
  readonly type?: ConferenceType;
  readonly streams?: StreamPolicy;
  /** By default those of the specification. */
  readonly timings?: Timings;
}

const TICKET = {
  url: 'wss://server.example/rtc/ws',
  confrId: 'LC1',
  memName: 'org#app_alice',
  tktId: 'T1',
  type: 'CONFR',
  timestamp: 1795,
};

/** A member in the format of the fake server. */
export const fakeMember = (id: string, members: Partial<WireMember> = {}): WireMember => ({
  id,
  name: `org#app_${id}`,
  role: 3,
  vcodes: ['VP8', 'H264'],
  ...members,
});

/** A stream in the format of the fake server. */
export const fakeStream = (id: string, memId: string, members: Partial<WireStream> = {}): WireStream => ({
  id,
  memId,
  memName: `org#app_${memId}`,
  type: 0,
  voff: 0,
  aoff: 0,
  sver: 1,
  vcodes: ['VP8'],
  ...members,
});

/** A client on a fake platform whose server answers offers; the test plays the others and the network. */
export class Scenario {
  readonly platform: FakePlatform;
  readonly client: RtcClient;
  /** True if every op 102 gets its op 106, and ICE connects at once. */
  answersOffers = true;
  /** Text of the answers. */
  answerSdp = 'v=0\r\n';
  readonly #join: Partial<JoinRoomOptions>;

  constructor({ enter, join = {}, type = 10, streams = {}, timings, ...options }: ScenarioOptions = {}) {
    this.platform = new FakePlatform(options);
    this.#join = join;
    const { server, http, peers } = this.platform;
    peers.connects = true;
    server.enterResponse = { ...server.enterResponse, role: 3, caps: ['fast', 'rebuild'], ...enter };
    server.on(Op.Negotiate, ({ trsId = '', cctx = '' }) => {
      const sdp = JSON.stringify({ type: 'ANSWER', sdp: this.answerSdp });
      if (this.answersOffers) void settle().then(() => server.push({ op: Op.Answer, trsId, cctx, sdp }));
      return { result: 0 };
    });
    http.on('POST', '/conferences/room', { body: { error: 0, confrId: 'LC1', isCreator: true } });
    const ticket = JSON.stringify(TICKET);
    http.on('POST', '/req/ticket', { body: { error: 0, confrId: 'LC1', type, roleToken: 'R', ticket } });
    http.on('POST', '/select/confr', { body: { error: 0 } });
    server.on(Op.Init, ({ rtcId = '', cctx = '', pubS, trsId }) => {
      if (this.answersOffers && trsId === undefined) void settle().then(() => this.answer(rtcId, cctx));
      const { id } = (pubS ?? {}) as { readonly id?: string };
      return pubS === undefined ? { result: 0 } : { result: 0, streamId: id ?? `ST_${rtcId}`, csrc: 1, sver: 1 };
    });
    this.client = new RtcClient({
      appKey: 'org#app',
      restUrl: 'https://server.example',
      identity: { memName: 'alice', token: 'token' },
      platform: this.platform,
      streams,
      ...(timings && { timings }),
    });
  }

  static async joined(options: ScenarioOptions = {}): Promise<{ scenario: Scenario; conference: Conference }> {
    const scenario = new Scenario(options);
    const conference = await scenario.join();
    // The events of the join have no listeners yet.
    await scenario.advance();
    return { scenario, conference };
  }

  join(options: Partial<JoinRoomOptions> = {}): Promise<Conference> {
    return this.client.joinRoom({ roomName: 'room', password: 'pw', role: Role.Talker, ...this.#join, ...options });
  }

  /** Sends the answer to an offer. */
  answer(rtcId: string, cctx: string): void {
    const sdp = JSON.stringify({ type: 'ANSWER', sdp: this.answerSdp });
    this.platform.server.push({ op: Op.Answer, rtcId, cctx, sdp });
  }

  /** Settles promises, sockets and the fake server, and advances time by `ms`. */
  async advance(ms = 0): Promise<void> {
    for (let round = 0; round < 4; round++) await this.platform.clock.advance(0);
    await this.platform.clock.advance(ms);
    for (let round = 0; round < 4; round++) await this.platform.clock.advance(0);
  }

  /** Messages that the server received, as short text: op, rtcId, endReason. */
  get traffic(): readonly string[] {
    return this.platform.server.received.map(({ op, rtcId, endReason }) =>
      [op, rtcId, endReason].filter((part) => part !== undefined).join(' '),
    );
  }

  /** Resources still held: none after a conference was left. */
  get held(): Readonly<Record<string, number>> {
    const { clock, network, sockets, peers, devices } = this.platform;
    return {
      timers: clock.pendingTimers,
      networkListeners: network.listenerCount,
      sockets: sockets.open.length,
      peers: peers.open.length,
      tracks: devices.live.length,
    };
  }
}
