import { describe, expect, it } from 'vitest';
import { encode, MucBody, MucOperation, NameSpace, type Meta } from '../im-protocol/index.js';
import { fakeChat, groupQueue, openFakeChat, userQueue } from '../testing/im-server.js';
import { settle } from '../testing/index.js';
import { ImErrorCode } from './index.js';

describe('what users say of themselves', () => {
  it('is set as a form, and read, under the names of the specification', async () => {
    const { client, server } = await openFakeChat();
    const info = {
      name: '安 & co',
      headimg: 'https://a/b?c=1',
      sign: '',
      mail: 'm',
      phone: 'p',
      gender: '1',
      birth: 'b',
    };
    const set = server.onCall('PUT', 'metadata/user/ann', {
      data: { nickname: 'x', avatarurl: 'y', sign: '', mail: 7, ext: null, other: 1 },
    });
    expect(await client.users.set({ ...info, ext: '{}' })).toEqual({ name: 'x', headimg: 'y', sign: '', mail: '7' });
    expect(set[0]?.headers['Content-Type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(String(set[0]?.body)))).toEqual({
      ...{
        nickname: '安 & co',
        avatarurl: 'https://a/b?c=1',
        sign: '',
        mail: 'm',
        phone: 'p',
        gender: '1',
        birth: 'b',
      },
      ext: '{}',
    });
    await expect(client.users.set({})).rejects.toMatchObject({ code: ImErrorCode.BadParameter });

    const got = server.onCall('POST', 'metadata/user/get', {
      data: { ben: { nickname: 'Ben', avatarurl: { toString: 1 } }, mallory: 'x' },
    });
    const infos = await client.users.get(['ben', 'cai', 'ben', 'constructor']);
    expect([...infos]).toEqual([
      ['ben', { name: 'Ben', headimg: '' }],
      ['cai', {}],
      ['constructor', {}],
    ]);
    const properties = ['nickname', 'avatarurl', 'sign', 'mail', 'phone', 'gender', 'birth', 'ext'];
    expect(got[0]?.body).toEqual({ targets: ['ben', 'cai', 'constructor'], properties });
  });

  it('is asked for in parts of a hundred', async () => {
    const { client, server } = await openFakeChat();
    const asked = server.onCall('POST', 'metadata/user/get', { data: {} });
    const infos = await client.users.get(Array.from({ length: 250 }, (_, index) => `u${index}`));
    expect([infos.size, asked.length]).toEqual([250, 3]);
  });

  it('is set once when the user logs in, and a failure is told', async () => {
    const reports: unknown[] = [];
    const chat = fakeChat({
      userInfo: { name: 'Ann', headimg: 'a', sign: 's' },
      report: (error) => reports.push(error),
    });
    const { client, platform, server } = chat;
    const set = server.onCall('PUT', 'metadata/user/ann', { status: 500, body: 'no' });
    await client.open();
    await settle();
    expect(set.map(({ body }) => body)).toEqual(['nickname=Ann&avatarurl=a&sign=s']);
    expect(reports).toMatchObject([{ code: ImErrorCode.RestFailed }]);
    platform.sockets.latest.serverClose();
    await platform.clock.advance(2_000);
    expect(set).toHaveLength(1);
  });
});

describe('online state', () => {
  const ben = { uid: 'ben', last_time: 1_795_000, expiry: 60, ext: 'in class', status: { phone: '1', desk: 0 } };
  const read = {
    ...{ username: 'ben', isOnline: true, lastSeen: 1_795_000_000, ext: 'in class' },
    devices: { phone: 1, desk: 0 },
  };

  it('is asked for, watched and published', async () => {
    const { client, server } = await openFakeChat({ resource: 'desk' });
    const asked = [
      server.onCall('POST', 'users/ann/presence', { result: [ben, { uid: 'cai' }, null] }),
      server.onCall('POST', 'users/ann/presence/60', { result: [ben] }),
      server.onCall('DELETE', 'users/ann/presence', {}),
      server.onCall('POST', 'users/ann/presence/desk/1', { result: 'ok' }),
    ];
    const away = { username: 'cai', isOnline: false, lastSeen: undefined, ext: '', devices: {} };
    expect(await client.presence.get(['ben', 'cai'])).toEqual([read, away]);
    expect(await client.presence.watch(['ben'], { seconds: 60 })).toEqual([read]);
    await client.presence.unwatch(['ben']);
    await client.presence.publish('busy');
    const usernames = ['ben'];
    expect(asked.map(([request]) => request?.body)).toEqual([
      { usernames: ['ben', 'cai'] },
      { usernames },
      usernames,
      { ext: 'busy' },
    ]);
    await expect(client.presence.watch(['ben'], { seconds: 0.5 })).rejects.toThrow('seconds');
  });

  it('is watched on after a loss of the connection, for the time that is left', async () => {
    const { client, platform, server } = await openFakeChat();
    const told: unknown[] = [];
    client.on('presence', (presence) => told.push(presence));
    server.onCall('POST', 'users/ann/presence/60', { result: [] });
    server.onCall('POST', 'users/ann/presence/20', { result: [] });
    await client.presence.watch(['ben', 'dan'], { seconds: 60 });
    await client.presence.watch(['cai'], { seconds: 20 });
    server.onCall('DELETE', 'users/ann/presence', {});
    await client.presence.unwatch(['dan']);
    await platform.clock.advance(28_000);
    const again = server.onCall('POST', 'users/ann/presence/30', { result: [ben] });
    platform.sockets.latest.serverClose();
    await platform.clock.advance(2_000);
    expect(again.map(({ body }) => body)).toEqual([{ usernames: ['ben'] }]);
    expect(told).toEqual([read]);
  });

  it('is told as it changes, whatever else the server tells', async () => {
    const { client, server } = await openFakeChat();
    const told: unknown[] = [];
    client.on('presence', (presence) => told.push(presence));
    const notify = (id: string, text: string): Meta => ({
      ...{ id, from: userQueue(''), to: userQueue('ann'), ns: NameSpace.Notify },
      payload: new TextEncoder().encode(text),
    });
    const news = JSON.stringify({ type: 'presence', data: { values: [ben] } });
    server.push(
      notify('1', '{'),
      notify('2', 'null'),
      notify('3', '{"type":"roaming_delete","data":{}}'),
      notify('4', news),
    );
    expect(told).toEqual([read]);
  });
});

describe('groups', () => {
  it('are made, listed, joined and left', async () => {
    const { client, server } = await openFakeChat();
    const made = server.onCall('POST', 'chatgroups', { data: { groupid: 'g1' } });
    const draft = { name: 'algebra', description: 'd', members: ['ben'], isPublic: true, maxMembers: 20 };
    expect(await client.groups.create(draft)).toBe('g1');
    expect(made[0]?.body).toEqual({
      ...{ groupname: 'algebra', desc: 'd', members: ['ben'], owner: 'ann', public: true, approval: false },
      ...{ allowinvites: false, invite_need_confirm: false, maxusers: 20 },
    });
    const listed = server.onCall('GET', 'users/ann/joined_chatgroups', {
      data: [
        { groupid: 'g1', groupname: 'a' },
        { id: '2', name: 'b' },
      ],
    });
    expect(await client.groups.list()).toEqual([
      { id: 'g1', name: 'a' },
      { id: '2', name: 'b' },
    ]);
    expect(listed.map(({ url }) => url.search)).toEqual(['?version=v3&pagenum=0&pagesize=50']);
    server.onCall('GET', 'chatgroups/g1', {
      data: [
        { id: 'g1', name: 'a', description: 'd', owner: 'ann', public: true, maxusers: 20, affiliations_count: 2 },
      ],
    });
    expect(await client.groups.get('g1')).toEqual({
      ...{ id: 'g1', name: 'a', description: 'd', owner: 'ann', isPublic: true, membersMayInvite: false },
      ...{ maxMembers: 20, memberCount: 2 },
    });
    const calls = [
      server.onCall('POST', 'chatgroups/g1/apply', {}),
      server.onCall('DELETE', 'chatgroups/g1/quit', {}),
      server.onCall('POST', 'chatgroups/g1/invite', {}),
      server.onCall('DELETE', 'chatgroups/g1/users/ben', {}),
      server.onCall('DELETE', 'chatgroups/g1', {}),
    ];
    await client.groups.join('g1', { message: 'please' });
    await client.groups.leave('g1');
    await client.groups.add('g1', ['ben', 'cai']);
    await client.groups.remove('g1', 'ben');
    await client.groups.destroy('g1');
    expect(calls.map(([request]) => request?.body)).toEqual([
      { message: 'please' },
      undefined,
      { usernames: ['ben', 'cai'] },
      undefined,
      undefined,
    ]);
  });

  it('have members on as many pages as it takes', async () => {
    const { client, server } = await openFakeChat();
    const asked = server.onCall('GET', 'chatgroups/g1/users', ({ url }) => {
      const page = Number(url.searchParams.get('pagenum'));
      const count = page === 1 ? 50 : 20;
      return {
        data: Array.from({ length: count }, (_, index) => ({
          [page + index === 1 ? 'owner' : 'member']: `${page}-${index}`,
        })),
      };
    });
    const members = await client.groups.members('g1');
    expect(members).toHaveLength(70);
    expect(members.filter(({ isOwner }) => isOwner)).toEqual([{ username: '1-0', isOwner: true }]);
    expect(asked).toHaveLength(2);
  });

  it('are refused with the number that the server gives, and before asking where nothing is named', async () => {
    const { client, server } = await openFakeChat();
    for (const [status, error] of [
      [403, 603],
      [404, 605],
      [400, 601],
      [403, 606],
    ] as const) {
      server.onCall('POST', 'chatgroups/g1/apply', { status, body: { error, error_description: `no ${error}` } });
      await expect(client.groups.join('g1')).rejects.toMatchObject({ code: error, message: `no ${error}` });
    }
    server.onCall('POST', 'chatgroups/g1/invite', {
      status: 404,
      body: { error: 204, error_description: 'user not found' },
    });
    await expect(client.groups.add('g1', ['x'])).rejects.toMatchObject({ code: 204, message: 'user does not exist' });
    await expect(client.groups.create({ name: '' })).rejects.toThrow('name');
    await expect(client.groups.leave('')).rejects.toThrow('id');
    await expect(client.groups.remove('g1', '')).rejects.toThrow('user');
  });

  it.each([
    [MucOperation.Presence, 'joined'],
    [MucOperation.Absence, 'left'],
    [MucOperation.DirectJoined, 'added'],
    [MucOperation.Kick, 'removed'],
    [MucOperation.Invite, 'invited'],
    [MucOperation.Apply, 'applied'],
    [MucOperation.Update, 'changed'],
    [MucOperation.AssignOwner, 'ownerChanged'],
    [MucOperation.Destroy, 'destroyed'],
  ])('tell what happens to them (operation %s: %s)', async (operation, kind) => {
    const { client, server } = await openFakeChat();
    const events: unknown[] = [];
    client.on('group', (event) => events.push(event));
    const item = (id: string, payload: Uint8Array): Meta => ({
      id,
      from: userQueue('ben'),
      ns: NameSpace.Muc,
      payload,
    });
    const body = { mucId: groupQueue('g1'), operation, from: { name: 'ben' }, to: [{ name: 'cai' }, {}], reason: 'r' };
    server.push(
      item('1', Uint8Array.of(10, 99)),
      item('2', encode(MucBody, { operation })),
      item('3', encode(MucBody, { ...body, operation: 4_711 })),
      item('4', encode(MucBody, body)),
    );
    expect(events).toEqual([{ kind, groupId: 'g1', from: 'ben', users: ['cai'], reason: 'r' }]);
  });
});

describe('conversations that the server knows', () => {
  const entry = (to: string, word: string, unread: number, id: string, payload: object): object => ({
    ...{ session_to: to, session_type: word, unread_num: unread },
    meta: {
      ...{ id, from: 'org#app_ben@easemob.com/desk', to: 'org#app_ann@easemob.com', timestamp: 1_795 },
      payload: JSON.stringify(payload),
    },
  });

  it('are read page by page, and are one with those that are known', async () => {
    const { client, server } = await openFakeChat();
    server.push(server.chat('500', undefined, { from: userQueue('dan') }), server.chat('90'));
    const asked = server.onCall('GET', 'sdk/user/ann/user_channels/list', ({ url }) =>
      url.searchParams.get('cursor') === ''
        ? {
            data: {
              channel_infos: [
                entry('g1', 'groupchat', 2, '300', {
                  bodies: [{ type: 'img', url: 'https://f/1', size: { width: 4 } }],
                }),
                entry('ben', 'chat', 5, '100', {
                  bodies: [{ type: 'txt', msg: 'hi' }],
                  ext: { name: 'Ben', sign: '2' },
                }),
              ],
              cursor: 'c',
            },
          }
        : {
            data: {
              channel_infos: [
                entry('dan', 'chat', 9, '50', { bodies: [{ type: 'txt', msg: 'old' }] }),
                entry('eve', 'chat', 0, '40', { bodies: [{ type: 'txt', msg: 'go' }], ext: { href: 'https://e/' } }),
                { session_to: 'fay', unread_num: 'x', meta: { id: '30', payload: '{' } },
                { session_to: '' },
              ],
            },
          },
    );
    await client.loadConversations();
    const { conversations, unread } = client.getSnapshot();
    expect(conversations).toMatchObject([
      { type: 'single', peer: 'dan', unread: 1, lastMessage: { id: '500' } },
      { type: 'group', peer: 'g1', unread: 2, lastMessage: { contentsType: 'IMAGE', url: 'https://f/1', width: 4 } },
      {
        peer: 'ben',
        unread: 5,
        lastMessage: { from: 'ben', to: 'ann', data: 'hi', ext: { name: 'Ben', sign: 2 }, isOwn: false },
      },
      { peer: 'eve', unread: 0, lastMessage: { contentsType: 'LINK', href: 'https://e/', data: 'go' } },
      { peer: 'fay', unread: 0, lastMessage: { contentsType: 'UNKNOWN' } },
    ]);
    expect(unread).toBe(8);
    expect(asked.map(({ url }) => url.searchParams.get('cursor'))).toEqual(['', 'c']);
  });
});
