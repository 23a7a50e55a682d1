import { GROUP_DOMAIN } from '@lectern/rtc/im-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { GroupWorld, tellingOf } from '../../testing/group-world.js';
import { textOf, type ImWire } from '../../testing/im-client.js';

let world: GroupWorld;

beforeEach(async () => {
  world = await GroupWorld.start(new FakeClock(), ['ann', 'ben', 'cai', 'dan'], { IM_MESSAGE_BURST: '150' });
});

afterEach(() => world.close());

/** An invalid message. */
interface Attempt {
  readonly group?: string;
  readonly user?: string;
  readonly type?: number;
  readonly routetype?: number;
  readonly from?: string;
  readonly text?: string;
}

const take = async (wire: ImWire, group: string): Promise<string[]> =>
  (await wire.take(group, GROUP_DOMAIN)).map(tellingOf);

describe('a message to a group', () => {
  it('comes to every other member on every device, in the queue of the group, and is kept once', async () => {
    const group = await world.found('ann', ['ben', 'cai']);
    const ann = await world.enter('ann');
    const others = [await world.enter('ben', 'web'), await world.enter('ben', 'phone'), await world.enter('cai')];
    const own = await world.enter('ann', 'phone');
    const kept = world.server.store.im.messages.length;
    const { status, serverId } = await ann.writeToGroup(group, 'hello <all>');
    expect(status).toEqual({ errorCode: 0 });
    expect(world.server.store.im.messages).toHaveLength(kept + 1);
    for (const wire of others) {
      const address = { appKey: 'lectern#demo', name: group, domain: GROUP_DOMAIN };
      expect((await wire.next('notice')).queue).toEqual(address);
      const [meta] = await wire.take(group, GROUP_DOMAIN);
      expect(meta).toMatchObject({ id: serverId, ns: 1, to: address, from: { name: 'ann', clientResource: 'web' } });
      expect(textOf(meta ?? {})).toBe('hello <all>');
    }
    expect(await own.takeUnread()).toEqual([]);
  });

  it('waits for who is offline, with how many there are, and comes once and in order', async () => {
    const group = await world.found('ann', ['ben', 'cai']);
    await world.unreadOf('ben');
    const [ann, cai] = [await world.enter('ann'), await world.enter('cai')];
    const texts = Array.from({ length: 120 }, (_, index) => `text ${index}`);
    await Promise.all(texts.map((text, index) => (index % 2 === 0 ? ann : cai).writeToGroup(group, text)));
    const sent = world.server.store.im.messages.filter(({ kind }) => kind === 2).map(({ id }) => String(id));
    const ben = await world.enter('ben');
    ben.frame({ command: 1 });
    const { unread = [] } = await ben.next('unread');
    expect(unread).toMatchObject([{ queue: { name: group, domain: GROUP_DOMAIN }, n: 120 }]);
    const found = await ben.take(group, GROUP_DOMAIN);
    expect(found.map(({ id }) => id)).toEqual(sent);
    ben.socket.terminate();
    expect(await world.unreadOf('ben', 'web')).toEqual([]);
    expect(await world.unreadOf('ben', 'phone')).toEqual([]);
  });

  it('sent again under its id is the same message', async () => {
    const group = await world.found('ann', ['ben']);
    await world.unreadOf('ben');
    const ann = await world.enter('ann');
    const one = await ann.writeToGroup(group, 'x', { id: '77' });
    expect(await ann.writeToGroup(group, 'x', { id: '77' })).toEqual(one);
    expect(await world.unreadOf('ben')).toEqual(['x']);
  });

  it('comes to nobody who joins later, and to nobody who has left, but to both for the time between', async () => {
    const group = await world.found('ann', ['ben', 'dan'], { public: true });
    for (const user of ['ben', 'dan']) await world.unreadOf(user);
    const ann = await world.enter('ann');
    await ann.writeToGroup(group, 'one');
    await world.rest('cai', 'POST', `chatgroups/${group}/apply`, {});
    await ann.writeToGroup(group, 'two');
    await world.rest('ben', 'DELETE', `chatgroups/${group}/quit`);
    await ann.writeToGroup(group, 'three');
    await world.rest('ben', 'POST', `chatgroups/${group}/apply`, {});
    await ann.writeToGroup(group, 'four');
    expect(await world.unreadOf('ben')).toEqual(['one', 'op 17 cai', 'two', 'four']);
    expect(await world.unreadOf('cai')).toEqual(['two', 'op 18 ben', 'three', 'op 17 ben', 'four']);
    const all = ['one', 'op 17 cai', 'two', 'op 18 ben', 'three', 'op 17 ben', 'four'];
    expect(await world.unreadOf('dan')).toEqual(all);
  });

  it.each([
    ['to a group that does not exist', { group: '123' }, { errorCode: 1, reason: 'group not found' }],
    ['to a group that is no number', { group: 'ben' }, { errorCode: 1, reason: 'group not found' }],
    ['by a stranger', { user: 'cai' }, { errorCode: 1, reason: 'not in group or chatroom' }],
    ['of a kind between two', { type: 1 }, { errorCode: 4 }],
    ['to some members only', { routetype: 2 }, { errorCode: 4 }],
    ['with a forged sender', { from: 'ben' }, { errorCode: 4 }],
    ['that is too long', { text: 'x'.repeat(70_000) }, { errorCode: 7, reason: 'Sorry, data is too large' }],
  ])('%s is refused and reaches nobody', async (_what, attempt, status) => {
    const { group: other, user = 'ann', type = 2, routetype, from = user, text = 'x' }: Attempt = attempt;
    const group = await world.found('ann', ['ben']);
    await world.unreadOf('ben');
    const wire = await world.enter(user);
    const more = { body: { type, from: { name: from } }, ...(routetype !== undefined && { routetype }) };
    expect((await wire.writeToGroup(other ?? group, text, more)).status).toMatchObject(status);
    expect(await world.unreadOf('ben')).toEqual([]);
  });

  it('counts for the rate of its sender', async () => {
    const group = await world.found('ann', ['ben']);
    const ann = await world.enter('ann');
    const answers = await Promise.all(Array.from({ length: 155 }, () => ann.writeToGroup(group, 'x')));
    const refused = answers.filter(({ status }) => status?.reason === 'traffic limit');
    // One token was spent on founding the group.
    expect(refused).toHaveLength(6);
  });

  it('for who is online only is handed to those, and never kept', async () => {
    const group = await world.found('ann', ['ben', 'cai']);
    const [ann, ben] = [await world.enter('ann'), await world.enter('ben')];
    await ben.takeUnread();
    await ann.writeToGroup(group, 'now', { routetype: 1 });
    const { metas = [] } = await ben.next('sync', ({ metas: found }) => found !== undefined);
    expect(metas.map(textOf)).toEqual(['now']);
    expect(await world.unreadOf('cai')).toEqual(['op 19 ann cai']);
  });

  it('can be recalled: it is gone, and the others are told', async () => {
    const group = await world.found('ann', ['ben']);
    await world.unreadOf('ben');
    const ann = await world.enter('ann');
    const { serverId = '0' } = await ann.writeToGroup(group, 'oops');
    await ann.writeToGroup(group, 'kept');
    const recall = { body: { type: 6, ackMessageId: serverId, contents: [] } };
    expect((await ann.writeToGroup(group, '', recall)).status).toEqual({ errorCode: 0 });
    expect(await world.unreadOf('ben')).toEqual(['kept', '']);
  });
});

describe('who is removed from a group', () => {
  it('gets nothing more at once, and is told; what came before still waits for it', async () => {
    const group = await world.found('ann', ['ben', 'cai']);
    const [ann, ben] = [await world.enter('ann'), await world.enter('ben')];
    for (const user of ['ben', 'cai']) await world.unreadOf(user, 'web2');
    await ben.takeUnread();
    await ann.writeToGroup(group, 'before');
    await ben.next('notice', ({ queue }) => queue?.name === group);
    await world.rest('ann', 'DELETE', `chatgroups/${group}/users/ben`);
    await ann.writeToGroup(group, 'after');
    expect((await ben.next('notice')).queue).toMatchObject({ name: 'ann' });
    expect(await take(ben, group)).toEqual(['before']);
    expect((await ben.take('ann')).map(tellingOf)).toEqual(['op 10 ann ben']);
    expect((await ben.writeToGroup(group, 'still?')).status).toMatchObject({ reason: 'not in group or chatroom' });
    // A notice sent meanwhile would have arrived before this answer.
    expect(ben.received.filter(({ command }) => command === 'notice')).toEqual([]);
    expect(await world.unreadOf('cai')).toEqual(['before', 'op 18 ben', 'after']);
  });
});

describe('events of a group', () => {
  it('tell the members who comes, goes, owns it and what it is called', async () => {
    const group = await world.found('ann', ['ben'], { public: true });
    await world.unreadOf('ben');
    await world.rest('cai', 'POST', `chatgroups/${group}/apply`, {});
    await world.rest('ann', 'PUT', `chatgroups/${group}`, { groupname: 'anew' });
    await world.rest('ann', 'PUT', `chatgroups/${group}`, { newowner: 'cai' });
    await world.rest('ann', 'DELETE', `chatgroups/${group}/quit`);
    await world.rest('cai', 'DELETE', `chatgroups/${group}`);
    expect(await world.unreadOf('ben')).toEqual(['op 17 cai', 'op 14 ann', 'op 20 ann cai', 'op 18 ann', 'op 1 cai']);
    const ann = await world.enter('ann');
    expect((await ann.writeToGroup(group, 'x')).status).toMatchObject({ reason: 'group not found' });
  });

  it('ask who is invited, and tell the inviter of the answer', async () => {
    const group = await world.found('ann', [], { invite_need_confirm: true, allowinvites: true });
    const [ann, ben, cai] = [await world.enter('ann'), await world.enter('ben'), await world.enter('cai')];
    await world.rest('ann', 'POST', `chatgroups/${group}/invite`, { usernames: ['ben', 'cai'] });
    for (const [wire, name] of [
      [ben, 'ben'],
      [cai, 'cai'],
    ] as const) {
      await wire.next('notice');
      expect((await wire.take('ann')).map(tellingOf)).toEqual([`op 7 ann ${name}`]);
    }
    expect((await ben.writeToGroup(group, 'x')).status).toMatchObject({ reason: 'not in group or chatroom' });
    await world.rest('ben', 'POST', `chatgroups/${group}/invite_verify`, { invitee: 'ben', verifyResult: true });
    await world.rest('cai', 'POST', `chatgroups/${group}/invite_verify`, { invitee: 'cai', verifyResult: false });
    expect((await ben.writeToGroup(group, 'in')).status).toEqual({ errorCode: 0 });
    expect((await ann.takeUnread()).map(tellingOf).sort()).toEqual(['in', 'op 17 ben', 'op 8 ben ann', 'op 9 cai ann']);
  });

  it('tell the owner who wishes to join, and that one of the answer', async () => {
    const group = await world.found('ann', [], { public: true, approval: true });
    await world.rest('ben', 'POST', `chatgroups/${group}/apply`, { message: 'please' });
    await world.rest('cai', 'POST', `chatgroups/${group}/apply`, {});
    expect(await world.unreadOf('ann')).toEqual(['op 4 ben ann', 'op 4 cai ann']);
    const decide = (applicant: string, verifyResult: boolean) =>
      world.rest('ann', 'POST', `chatgroups/${group}/apply_verify`, { applicant, verifyResult, reason: 'so' });
    await decide('ben', true);
    await decide('cai', false);
    expect(await world.unreadOf('ben')).toEqual(['op 5 ann ben']);
    expect(await world.unreadOf('cai')).toEqual(['op 6 ann cai']);
    const ben = await world.enter('ben');
    expect((await ben.writeToGroup(group, 'in')).status).toEqual({ errorCode: 0 });
  });
});

describe('a change of a group', () => {
  it('that cannot be kept changes nothing and tells nobody', async () => {
    const group = await world.found('ann', ['ben']);
    await world.unreadOf('ben');
    world.server.store.im.failure = new Error('Connection terminated');
    const { status } = await world.rest('ann', 'DELETE', `chatgroups/${group}/users/ben`);
    expect(status).toBe(503);
    world.server.store.im.failure = undefined;
    const ann = await world.enter('ann');
    await ann.writeToGroup(group, 'still here?');
    expect(await world.unreadOf('ben')).toEqual(['still here?']);
  });

  it('counts for the rate of who asks for it', async () => {
    const group = await world.found('ann', ['ben']);
    const rename = () => world.rest('ann', 'PUT', `chatgroups/${group}`, { groupname: 'x' });
    const answers = await Promise.all(Array.from({ length: 150 }, rename));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ status: 429, body: { error: 509 } });
  });
});
