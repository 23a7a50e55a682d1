import { Role, RtcClient, type Conference } from '@lectern/rtc';
import { Op, type WireMember, type WireStream } from '@lectern/rtc/protocol';
import { FakePlatform, settle } from '@lectern/rtc/testing';

/** Ops that members with full support of remote control accept. */
export const CONTROL_OPS = [100230, 100231, 100232, 100204, 100205, 100206, 1003];

const TICKET = { url: 'wss://server.example/rtc/ws', confrId: 'LC1', tktId: 'T1', type: 'CONFR', timestamp: 1 };

/** A member of a conference whose server the test controls. */
export interface JoinedMember {
  readonly platform: FakePlatform;
  readonly client: RtcClient;
  readonly conference: Conference;
}

async function join(memId: string, mems: readonly WireMember[], streams: readonly WireStream[]): Promise<JoinedMember> {
  const platform = new FakePlatform();
  const { server, http, peers } = platform;
  peers.connects = true;
  server.enterResponse = { ...server.enterResponse, memId, role: 3, caps: ['fast'], mems, streams };
  http.on('POST', '/conferences/room', { body: { error: 0, confrId: 'LC1', isCreator: true } });
  const ticket = JSON.stringify({ ...TICKET, memName: `org#app_${memId}` });
  http.on('POST', '/req/ticket', { body: { error: 0, confrId: 'LC1', type: 10, roleToken: 'R', ticket } });
  server.on(Op.Init, ({ rtcId = '', cctx = '', pubS }) => {
    const sdp = JSON.stringify({ type: 'ANSWER', sdp: 'v=0\r\n' });
    void settle().then(() => server.push({ op: Op.Answer, rtcId, cctx, sdp }));
    return pubS === undefined ? { result: 0 } : { result: 0, streamId: `S-${memId}`, csrc: 1, sver: 1 };
  });
  const client = new RtcClient({
    appKey: 'org#app',
    restUrl: 'https://server.example',
    identity: { memName: memId, token: 't' },
    platform,
  });
  const conference = await client.joinRoom({ roomName: 'room', password: 'pw', role: Role.Talker });
  return { platform, client, conference };
}

const memberOf = (id: string, ops: readonly number[]): WireMember => ({
  ...{ id, name: `org#app_${id}`, nickName: id, role: 3, vcodes: ['VP8'] },
  res: { ops },
});

/** Ann, who sees Ben's camera (stream `S-ben`), and Ben, who publishes it. Their messages to each other are relayed. */
export async function twoMembers(ops: readonly number[] = CONTROL_OPS) {
  const picture: WireStream = {
    ...{ id: 'S-ben', memId: 'ben', memName: 'org#app_ben', type: 0, voff: 0, aoff: 0, sver: 1, vcodes: ['VP8'] },
  };
  const [ann, ben] = await Promise.all([
    join('ann', [memberOf('ben', CONTROL_OPS)], [picture]),
    join('ben', [memberOf('ann', ops)], []),
  ]);
  const connect = (from: JoinedMember, memId: string, to: JoinedMember): void => {
    for (const op of [Op.Control, Op.Response]) {
      from.platform.server.on(op, ({ tsxId = '', arg, result, msg }) => {
        to.platform.server.push({ op, memId, tsxId, arg, result, msg });
        return undefined;
      });
    }
  };
  connect(ann, 'ann', ben);
  connect(ben, 'ben', ann);
  await Promise.all([ann.conference.subscribe('S-ben'), ben.conference.publish()]);
  /** Delivers pending messages, and advances time on both sides. */
  const advance = async (ms = 0): Promise<void> => {
    for (let round = 0; round < 6; round++) {
      for (const { platform } of [ann, ben]) await platform.clock.advance(round === 3 ? ms : 0);
    }
  };
  return { ann, ben, advance };
}
