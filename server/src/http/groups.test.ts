import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { GroupWorld, type Method } from '../testing/group-world.js';
import type { JsonObject } from '../testing/harness.js';

let clock: FakeClock;
let world: GroupWorld;

beforeEach(async () => {
  clock = new FakeClock();
  world = await GroupWorld.start(clock, ['ann', 'ben', 'cai', 'dan'], {
    IM_MAX_GROUP_MEMBERS: '3',
    IM_MAX_GROUPS_PER_USER: '4',
    IM_MAX_GROUP_NAME: '20',
  });
});

afterEach(() => world.close());

const dataOf = async (user: string, path: string): Promise<unknown> => (await world.rest(user, 'GET', path)).body.data;

const membersOf = async (group: string, as = 'ann'): Promise<unknown> =>
  dataOf(as, `chatgroups/${group}/users?pagenum=1`);

/** Status and number of a refusal. */
async function refusalOf(user: string, method: Method, path: string, body?: object): Promise<unknown[]> {
  const answer = await world.rest(user, method, path, body);
  expect(answer.body.error_description).toEqual(expect.any(String));
  return [answer.status, answer.body.error];
}

describe('a group', () => {
  it('is made with what was wished for, and shown to its members', async () => {
    const wish = { desc: 'about it', maxusers: 1000, allowinvites: true, approval: true, custom: '{"a":1}' };
    const group = await world.found('ann', ['ben', 'ann'], wish);
    expect(group).toMatch(/^\d+$/);
    const [details] = (await dataOf('ben', `chatgroups/${group}?joined_time=true`)) as JsonObject[];
    const times = { joined_time: clock.now() };
    expect(details).toMatchObject({
      ...{ id: group, name: 'the group', description: 'about it', owner: 'ann', custom: '{"a":1}' },
      ...{ public: false, membersonly: true, allowinvites: true, invite_need_confirm: false },
      // No more than the server allows.
      ...{ maxusers: 3, created: clock.now(), affiliations_count: 2 },
      affiliations: [
        { owner: 'ann', ...times },
        { member: 'ben', ...times },
      ],
    });
  });

  it('is listed for its members in every form that deployed clients ask for', async () => {
    const first = await world.found('ann', ['ben']);
    const second = await world.found('ben');
    const joined = 'users/ben/joined_chatgroups';
    expect(await dataOf('ben', joined)).toEqual([
      { groupid: second, groupname: 'the group' },
      { groupid: first, groupname: 'the group' },
    ]);
    const page = await world.rest('ben', 'GET', `${joined}?pagenum=0&pagesize=1&version=v3`);
    expect(page.body.data).toMatchObject([{ id: second, name: 'the group', permission: 'owner', disabled: false }]);
    expect(page.body.uri).toContain('joined_chatgroups');
    const { body } = await world.rest(
      'ben',
      'GET',
      'chatgroups/user/ben?pagenum=1&pagesize=1&needRole=true&version=v3',
    );
    expect(body.entities).toMatchObject([
      { groupId: first, permission: 'member', affiliations_count: 2, owner: 'ann' },
    ]);
    expect(await dataOf('ben', 'chatgroups/user/ben/joined_count')).toBe(2);
    expect(await refusalOf('ann', 'GET', joined)).toEqual([401, 'unauthorized']);
  });

  it('tells its members page by page', async () => {
    const group = await world.found('ann', ['ben', 'cai']);
    expect(await dataOf('ben', `chatgroups/${group}/users?version=v3&pagenum=1&pagesize=2`)).toEqual([
      { owner: 'ann' },
      { member: 'ben' },
    ]);
    expect(await dataOf('ben', `chatgroups/${group}/users?pagenum=2&pagesize=2`)).toEqual([{ member: 'cai' }]);
    const { body } = await world.rest('ben', 'GET', `chatgroups/${group}/users?limit=2&joined_time=true`);
    expect(body.data).toMatchObject([{ owner: 'ann', joined_time: clock.now() }, { member: 'ben' }]);
    await world.rest('ann', 'DELETE', `chatgroups/${group}/users/ben`);
    const next = await world.rest('ann', 'GET', `chatgroups/${group}/users?limit=2&cursor=${String(body.cursor)}`);
    expect(next.body).toMatchObject({ data: [{ member: 'cai' }] });
    expect(next.body.cursor).toBeUndefined();
  });

  it('that is public is found by everybody, who do not see its members before they join', async () => {
    const groups: string[] = [];
    for (const name of ['one', 'two', 'three'])
      groups.push(await world.found('ann', [], { public: true, groupname: name }));
    await world.found('ann', []);
    const { body } = await world.rest('dan', 'GET', 'publicchatgroups?limit=2&version=v3');
    expect(body.data).toMatchObject([
      { id: groups[0], name: 'one' },
      { id: groups[1], name: 'two' },
    ]);
    const rest = await world.rest('dan', 'GET', `publicchatgroups?limit=2&cursor=${String(body.cursor)}`);
    expect(rest.body.data).toMatchObject([{ groupid: groups[2], groupname: 'three' }]);
    expect(rest.body.cursor).toBeUndefined();
    const group = groups[0] ?? '';
    await world.rest('ben', 'POST', `chatgroups/${group}/apply`, { message: '' });
    const [details] = (await dataOf('dan', `chatgroups/${group}`)) as JsonObject[];
    expect(details).toMatchObject({ affiliations_count: 2, affiliations: [{ owner: 'ann' }] });
    expect(await membersOf(group, 'ben')).toEqual([{ owner: 'ann' }, { member: 'ben' }]);
  });

  it('changes as its owner says, and answers as deployed clients expect', async () => {
    const group = await world.found('ann', ['ben']);
    const path = `chatgroups/${group}`;
    const answers = [
      await world.rest('ann', 'PUT', path, { groupname: 'anew', description: 'more' }),
      await world.rest('ann', 'POST', `${path}/invite?resource=web`, { usernames: ['cai'] }),
      await world.rest('ann', 'DELETE', `${path}/users/ben,cai`),
      await world.rest('ann', 'POST', `${path}/invite`, { usernames: ['ben'] }),
      await world.rest('ann', 'PUT', path, { newowner: 'ben' }),
      await world.rest('ann', 'DELETE', `${path}/quit`),
    ];
    expect(answers.map(({ body }) => body.data)).toMatchObject([
      { groupname: true, description: true },
      [{ user: 'cai', action: 'invite', result: true }],
      [{ user: 'ben', action: 'remove_member', result: true }, { user: 'cai' }],
      [{ user: 'ben', result: true }],
      { newowner: true },
      { result: true },
    ]);
    expect(await dataOf('ben', path)).toMatchObject([{ name: 'anew', description: 'more', owner: 'ben' }]);
    expect((await world.rest('ben', 'DELETE', path)).body.data).toEqual({ success: true, groupid: group });
    expect(await refusalOf('ben', 'GET', path)).toEqual([404, 605]);
    expect(await dataOf('ben', 'users/ben/joined_chatgroups')).toEqual([]);
  });
});

describe('who may what', () => {
  it('is held to the owner, the members and the kind of the group, and nothing changes otherwise', async () => {
    const group = await world.found('ann', ['ben']);
    const path = `chatgroups/${group}`;
    const refusals: [string, Method, string, object | undefined, number, number][] = [
      ['ben', 'PUT', path, { groupname: 'x' }, 403, 603],
      ['ben', 'PUT', path, { newowner: 'ben' }, 403, 603],
      ['ben', 'DELETE', path, undefined, 403, 603],
      ['ben', 'DELETE', `${path}/users/ann`, undefined, 403, 603],
      ['ben', 'POST', `${path}/invite`, { usernames: ['cai'] }, 403, 603],
      ['ann', 'DELETE', `${path}/quit`, undefined, 403, 603],
      ['ann', 'DELETE', `${path}/users/ann`, undefined, 403, 603],
      ['ann', 'PUT', path, { newowner: 'cai' }, 403, 602],
      ['ann', 'DELETE', `${path}/users/cai`, undefined, 403, 602],
      ['ann', 'POST', `${path}/invite`, { usernames: ['ben'] }, 403, 601],
      ['ann', 'POST', `${path}/invite`, { usernames: ['nobody'] }, 404, 204],
      ['ann', 'POST', `${path}/apply_verify`, { applicant: 'cai', verifyResult: true }, 403, 603],
      ['cai', 'DELETE', `${path}/quit`, undefined, 403, 602],
      ['cai', 'GET', path, undefined, 403, 602],
      ['cai', 'GET', `${path}/users`, undefined, 403, 602],
      ['cai', 'POST', `${path}/invite`, { usernames: ['cai'] }, 403, 602],
      ['cai', 'POST', `${path}/apply`, {}, 403, 603],
      ['cai', 'POST', `${path}/invite_verify`, { invitee: 'cai', verifyResult: true }, 403, 603],
      ['ben', 'POST', `${path}/apply`, {}, 403, 601],
      ['cai', 'POST', 'chatgroups/77/apply', {}, 404, 605],
    ];
    for (const [user, method, at, body, status, code] of refusals) {
      expect([user, method, at, ...(await refusalOf(user, method, at, body))]).toEqual([
        user,
        method,
        at,
        status,
        code,
      ]);
    }
    expect(await membersOf(group)).toEqual([{ owner: 'ann' }, { member: 'ben' }]);
    expect(await dataOf('ann', path)).toMatchObject([{ name: 'the group', owner: 'ann' }]);
  });

  it('is widened by the group: members invite, who is invited may say no and may come in later', async () => {
    const group = await world.found('ann', ['ben'], { allowinvites: true, invite_need_confirm: true });
    await world.rest('ann', 'POST', `chatgroups/${group}/invite`, { usernames: ['ben'] });
    // Ben was invited when the group was created.
    await world.rest('ben', 'POST', `chatgroups/${group}/invite_verify`, { invitee: 'ben', verifyResult: true });
    await world.rest('ben', 'POST', `chatgroups/${group}/invite`, { usernames: ['cai'] });
    expect(await membersOf(group)).toEqual([{ owner: 'ann' }, { member: 'ben' }]);
    await world.rest('cai', 'POST', `chatgroups/${group}/apply`, {});
    expect(await membersOf(group)).toEqual([{ owner: 'ann' }, { member: 'ben' }, { member: 'cai' }]);
  });
});

describe('limits of groups', () => {
  it('hold for members, however they come', async () => {
    const tooMany = { groupname: 'x', members: ['ben', 'cai', 'dan'] };
    expect(await refusalOf('ann', 'POST', 'chatgroups', tooMany)).toEqual([403, 607]);
    const group = await world.found('ann', ['ben'], { public: true });
    const invitation = { usernames: ['cai', 'dan'] };
    expect(await refusalOf('ann', 'POST', `chatgroups/${group}/invite`, invitation)).toEqual([403, 606]);
    const both = await Promise.all(
      ['cai', 'dan'].map((user) => world.rest(user, 'POST', `chatgroups/${group}/apply`, {})),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(both.find(({ status }) => status === 403)?.body).toMatchObject({ error: 606 });
  });

  it('hold for the groups of a user', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => world.rest('ann', 'POST', 'chatgroups', { groupname: 'x' })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 400, 400]);
    expect(all.find(({ status }) => status === 400)?.body).toMatchObject({ error: 50 });
    expect(await refusalOf('ben', 'POST', 'chatgroups', { members: ['ann'] })).toEqual([400, 50]);
    expect(await dataOf('ben', 'users/ben/joined_chatgroups')).toEqual([]);
  });

  it.each([
    ['a name that is too long', { groupname: 'x'.repeat(21) }],
    ['a zero character', { groupname: 'a\0b' }],
    ['a description that is too long', { groupname: 'x', desc: 'x'.repeat(513) }],
    ['members that are no users', { groupname: 'x', members: ['a b'] }],
    ['what is no number', { groupname: 'x', maxusers: 'many' }],
  ])('refuse %s', async (_what, wish) => {
    expect((await world.rest('ann', 'POST', 'chatgroups', wish)).status).toBe(400);
    expect(await dataOf('ann', 'users/ann/joined_chatgroups')).toEqual([]);
  });
});
