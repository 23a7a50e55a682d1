import { describe, expect, it } from 'vitest';
import { Op, Role } from '../protocol/index.js';
import { Scenario, fakeMember, type ScenarioOptions } from '../testing/scenario.js';
import {
  addLive,
  changeRoles,
  degradeRoles,
  deleteAttributes,
  deleteLive,
  disband,
  kick,
  listRecordings,
  muteAll,
  muteMember,
  recordingLink,
  setAttributes,
  unmuteAll,
  unmuteMember,
  updateLiveLayout,
} from './index.js';

const DONE = { body: { error: 0 } };

async function setUp({ enter, ...options }: ScenarioOptions = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: { role: 7, mems: [fakeMember('bob'), fakeMember('eve', { role: 1 })], ...enter },
    ...options,
  });
  const { http, server } = scenario.platform;
  http.on('POST', /rtc\/(chanage|role|kick|disband|confr|livecfg|live)/, DONE);
  http.on('DELETE', '/easemob/rtc/delete/live', DONE);
  const before = http.requests.length;
  const calls = () =>
    http.requests
      .slice(before)
      .map(({ method, url, body }) => [method, url.pathname.replace('/easemob/rtc/', ''), body]);
  return { scenario, conference, http, server, calls, now: () => conference.state.getSnapshot() };
}

describe('the calls of spec §7', () => {
  it('carry what the table says', async () => {
    const { conference, calls } = await setUp();
    const { members } = conference.state.getSnapshot();
    await changeRoles(conference, [members[1]!], Role.Talker);
    await kick(conference, ['bob', 'org#app_somebody']);
    await muteAll(conference);
    await unmuteAll(conference);
    await setAttributes(conference, { topic: 'algebra' });
    await deleteAttributes(conference, ['topic']);
    await addLive(conference, { cdn: 'rtmp://cdn.example/a', layoutStyle: 'GRID' });
    await updateLiveLayout(conference, 'L1', [{ sid: 'ST1', x: 0, y: 0, w: 640, h: 480 }]);
    await deleteLive(conference, 'L1');
    const roleToken = 'R';
    const confrId = 'LC1';
    expect(calls()).toEqual([
      ['POST', 'chanage/roles', { confrId, uids: ['org#app_eve'], role: 3, roleToken }],
      ['POST', 'kick/member', { confrId, uids: ['org#app_bob', 'org#app_somebody'], roleToken }],
      ['POST', 'confr/attrs/update', { cstate: { muteAll: true }, roleToken }],
      ['POST', 'confr/attrs/update', { cstate: { muteAll: false }, roleToken }],
      ['POST', 'confr/attrs/update', { cattrs: [{ key: 'topic', val: 'algebra', op: 'UPDATE' }], roleToken }],
      ['POST', 'confr/attrs/update', { cattrs: [{ key: 'topic', val: '', op: 'DEL' }], roleToken }],
      ['POST', 'livecfg', { confrId, liveCfg: { cdn: 'rtmp://cdn.example/a', layoutStyle: 'GRID' }, roleToken }],
      [
        'POST',
        'live/layout',
        { confrId, liveId: 'L1', regions: [{ sid: 'ST1', x: 0, y: 0, w: 640, h: 480 }], roleToken },
      ],
      ['DELETE', 'delete/live', { confrId, liveId: 'L1', roleToken }],
    ]);
  });

  it('use the newest role token', async () => {
    const { scenario, conference, server, calls } = await setUp({ enter: { role: 3 } });
    server.push({ op: Op.RoleUpdated, role: 7, roleToken: 'R2' });
    await scenario.advance();
    await muteAll(conference);
    expect(calls()).toMatchObject([['POST', 'confr/attrs/update', { roleToken: 'R2' }]]);
  });

  it('disband ends the conference here as well', async () => {
    const { scenario, conference, calls, now } = await setUp();
    const disbanded = disband(conference);
    await scenario.advance(500);
    await disbanded;
    expect(calls()).toEqual([['POST', 'disband/conference', { confrId: 'LC1', roleToken: 'R' }]]);
    expect(now().state).toBe('left');
    await expect(kick(conference, ['bob'])).rejects.toMatchObject({ specMessage: 'confr is not exist' });
  });

  it('a refusal of the server has its code and words', async () => {
    const { conference, http, now } = await setUp();
    http.on('POST', '/chanage/roles', { body: { error: -523, errorMessage: 'too many talkers' } });
    const call = changeRoles(conference, ['eve'], Role.Talker);
    await expect(call).rejects.toMatchObject({ code: -523, errorType: 'server_refuse', message: 'too many talkers' });
    expect(now().members.find(({ id }) => id === 'eve')?.role).toBe(Role.Audience);
  });

  it('recordings are listed and linked with the role token, by talkers too', async () => {
    const { conference, http, calls } = await setUp({ enter: { role: 3 } });
    const file = { id: 'F1', kind: 'stream', state: 'complete' };
    http.on('POST', '/recordings/list', { body: { error: 0, recordings: [file] } });
    http.on('POST', '/recordings/link', { body: { error: 0, url: 'https://r.example/F1', expiresAt: 9 } });
    expect(await listRecordings(conference)).toEqual([file]);
    expect(await recordingLink(conference, 'F1')).toEqual({ url: 'https://r.example/F1', expiresAt: 9 });
    expect(calls()).toEqual([
      ['POST', 'recordings/list', { roleToken: 'R' }],
      ['POST', 'recordings/link', { recordingId: 'F1', roleToken: 'R' }],
    ]);
  });
});

describe('roles', () => {
  it('are looked at again right after the call, and shown', async () => {
    const { conference, server, now } = await setUp({ enter: { cver: 7 } });
    await changeRoles(conference, ['eve'], Role.Talker);
    expect(server.messages(Op.Sync)).toMatchObject([{ cver: 7 }]);
    expect(now().members.map(({ role }) => role)).toEqual([3, 3]);
  });

  it('are degraded only downwards', async () => {
    const { conference, calls } = await setUp();
    await expect(degradeRoles(conference, [], Role.Audience)).rejects.toThrow('name at least one member');
    await expect(degradeRoles(conference, ['bob'], Role.Admin)).rejects.toThrow('lower than 7');
    await expect(degradeRoles(conference, ['eve'], Role.Audience)).rejects.toThrow('eve has no role that is higher');
    await expect(degradeRoles(conference, ['nobody'], Role.Audience)).rejects.toMatchObject({ code: -507 });
    expect(calls()).toEqual([]);
    await degradeRoles(conference, ['bob'], Role.Audience);
    expect(calls()).toEqual([['POST', 'role/degrade', { uids: ['org#app_bob'], role: 1, roleToken: 'R' }]]);
  });
});

describe('only admins', () => {
  it.each([
    ['muteAll', muteAll],
    ['unmuteAll', unmuteAll],
    ['kick', (conference: Parameters<typeof kick>[0]) => kick(conference, ['bob'])],
    ['muteMember', (conference: Parameters<typeof kick>[0]) => muteMember(conference, 'bob')],
    ['setAttributes', (conference: Parameters<typeof kick>[0]) => setAttributes(conference, { a: '1' })],
    ['addLive', (conference: Parameters<typeof kick>[0]) => addLive(conference, {})],
  ] as const)('%s', async (_, act) => {
    const { conference, calls, server } = await setUp({ enter: { role: 3 } });
    await expect(act(conference)).rejects.toMatchObject({ specMessage: 'only admin can action' });
    expect([calls(), server.messages(Op.Control)]).toEqual([[], []]);
  });

  it('and with a role token', async () => {
    const scenario = new Scenario({ enter: { role: 7 } });
    const ticket = JSON.stringify({ url: 'wss://s.example/ws', confrId: 'LC1', memName: 'org#app_alice', tktId: 'T' });
    scenario.platform.http.on('POST', '/req/ticket', { body: { error: 0, confrId: 'LC1', type: 10, ticket } });
    const conference = await scenario.join();
    await expect(muteAll(conference)).rejects.toMatchObject({ specMessage: 'roleToken is not exist' });
  });

  it('attributes and live outputs need what names them', async () => {
    const { conference, calls } = await setUp();
    await expect(setAttributes(conference, {})).rejects.toMatchObject({ reason: 'invalid-argument' });
    await expect(setAttributes(conference, { '': 'x' })).rejects.toThrow('needs a key');
    await expect(deleteAttributes(conference, [])).rejects.toMatchObject({ reason: 'invalid-argument' });
    await expect(deleteLive(conference, '')).rejects.toThrow('liveId');
    await expect(updateLiveLayout(conference, 'L1', undefined as never)).rejects.toThrow('regions');
    expect(calls()).toEqual([]);
  });
});

describe('muting a member', () => {
  it('is a request with the op2 of spec §4', async () => {
    const { conference, server } = await setUp();
    await muteMember(conference, 'bob');
    await unmuteMember(conference, 'bob');
    expect(server.messages(Op.Control).map(({ memId, arg }) => [memId, arg])).toEqual([
      ['bob', '{"op2":23,"memId":"bob"}'],
      ['bob', '{"op2":24,"memId":"bob"}'],
    ]);
  });

  it('counts silence as delivered, as deployed members do not answer, and a refusal as one', async () => {
    const { scenario, conference, server } = await setUp();
    server.on(Op.Control, () => undefined);
    const silent = muteMember(conference, 'bob');
    await scenario.advance(3_000);
    await silent;
    server.on(Op.Control, () => ({ result: -408, msg: 'away' }));
    await expect(muteMember(conference, 'bob')).rejects.toMatchObject({ code: -408, reason: 'refused' });
  });
});
