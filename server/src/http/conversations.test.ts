import { decode, Meta } from '@lectern/rtc/im-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { GroupWorld } from '../testing/group-world.js';
import type { JsonObject } from '../testing/harness.js';
import { textOf } from '../testing/im-client.js';

let clock: FakeClock;
let world: GroupWorld;

beforeEach(async () => {
  clock = new FakeClock();
  world = await GroupWorld.start(clock, ['ann', 'ben', 'cai', 'dan']);
});

afterEach(() => world.close());

interface Channel {
  readonly channel_id: string;
  readonly unread_num: number;
  readonly meta: { readonly id: string; readonly timestamp: number; readonly payload: string };
}

async function channelsOf(user: string, path = `users/${user}/user_channels`): Promise<Channel[]> {
  const { body } = await world.rest(user, 'GET', path);
  return (body.data as { channel_infos: Channel[] }).channel_infos;
}

const inShort = (channels: readonly Channel[]): unknown[] =>
  channels.map(({ channel_id: id, unread_num: unread, meta }) => {
    const [part] = (JSON.parse(meta.payload) as { bodies: { msg: string }[] }).bodies;
    return [id.replace('lectern#demo_', ''), unread, part?.msg];
  });

/** Ann wrote to ben and to a group of both, cai wrote to ben. */
async function chat(): Promise<string> {
  const group = await world.found('ann', ['ben']);
  const [ann, cai] = [await world.enter('ann'), await world.enter('cai')];
  await ann.write('ben', '1');
  await ann.write('ben', '2');
  await ann.writeToGroup(group, '3');
  await cai.write('ben', '4');
  return group;
}

describe('the conversations of a user', () => {
  it('are listed newest first, with what is unread and the last message', async () => {
    const group = await chat();
    const channels = await channelsOf('ben');
    expect(inShort(channels)).toEqual([
      ['cai@easemob.com', 1, '4'],
      [`${group}@conference.easemob.com`, 1, '3'],
      ['ann@easemob.com', 2, '2'],
    ]);
    const kept = world.server.store.im.messages.find(({ sender }) => sender === 'cai');
    expect(channels[0]?.meta).toMatchObject({ id: String(kept?.id), timestamp: clock.now() });
    expect(JSON.parse(channels[1]?.meta.payload ?? '')).toEqual({
      bodies: [{ type: 'txt', msg: '3' }],
      ...{ ext: {}, from: 'ann', to: group, type: 'groupchat' },
    });
    expect(inShort(await channelsOf('ann'))).toEqual([
      [`${group}@conference.easemob.com`, 0, '3'],
      ['ben@easemob.com', 0, '2'],
    ]);
    expect(await channelsOf('dan')).toEqual([]);
    expect(inShort(await channelsOf('ben', 'users/ben/user_channels/page?pageNum=2&pageSize=2'))).toEqual([
      ['ann@easemob.com', 2, '2'],
    ]);
  });

  it('are listed page by page by cursor', async () => {
    const group = await chat();
    const list = async (cursor: string) =>
      (await world.rest('ben', 'GET', `sdk/user/ben/user_channels/list?limit=2&cursor=${cursor}`)).body
        .data as JsonObject;
    const first = await list('');
    expect(first.channel_infos).toMatchObject([
      { session_to: 'cai', session_type: 'chat', unread_num: 1, is_top: false },
      { session_to: group, session_type: 'groupchat', unread_num: 1 },
    ]);
    const second = await list(String(first.cursor));
    expect(second).toMatchObject({ channel_infos: [{ session_to: 'ann', unread_num: 2 }], cursor: '' });
    const pinned = await world.rest('ben', 'GET', 'sdk/user/ben/user_channels/list?is_top=true&limit=2&cursor=');
    expect(pinned.body.data).toEqual({ channel_infos: [], cursor: '' });
  });

  it('are read once the user says so, which members of a group do not hear', async () => {
    const group = await chat();
    const ben = await world.enter('ben');
    await ben.write('ann', '', { body: { type: 7, contents: [] } });
    await ben.writeToGroup(group, '', { body: { type: 7, contents: [] } });
    const ann = await world.enter('ann', 'new');
    expect((await ann.takeUnread()).map(({ to }) => to?.name)).toEqual(['ann']);
    expect(inShort(await channelsOf('ben')).map((entry) => (entry as unknown[])[1])).toEqual([1, 0, 0]);
  });

  it('vanish when they are deleted, until there is something new; their history too if so wished', async () => {
    const group = await chat();
    const remove = (channel: string, type: string, isCleared: boolean) =>
      world.rest('ben', 'DELETE', 'user/ben/user_channel?resource=web', { channel, type, delete_roam: isCleared });
    await remove('ann', 'chat', true);
    await remove(group, 'groupChat', false);
    expect(inShort(await channelsOf('ben'))).toEqual([['cai@easemob.com', 1, '4']]);
    const ann = await world.enter('ann', 'again');
    await ann.write('ben', '5');
    expect(inShort(await channelsOf('ben'))[0]).toEqual(['ann@easemob.com', 1, '5']);
    const history = async (user: string, queue: string) => {
      const { body } = await world.rest(user, 'POST', `users/${user}/messageroaming`, { queue, start: -1 });
      const { msgs } = body.data as { msgs: { msg: string }[] };
      return msgs.map(({ msg }) => textOf(decode(Meta, Buffer.from(msg, 'base64'))));
    };
    expect(await history('ben', 'ann@easemob.com')).toEqual(['5']);
    expect(await history('ann', 'ben@easemob.com')).toEqual(['5', '2', '1']);
    expect(await history('ben', `${group}@conference.easemob.com`)).toEqual(['3']);
  });

  it('show no group that the user has left, and only what was recalled last as gone', async () => {
    const group = await chat();
    const ann = await world.enter('ann', 'again');
    const { serverId = '' } = await ann.write('ben', '5');
    await ann.write('ben', '', { body: { type: 6, ackMessageId: serverId, contents: [] } });
    await world.rest('ben', 'DELETE', `chatgroups/${group}/quit`);
    expect(inShort(await channelsOf('ben'))).toEqual([
      ['cai@easemob.com', 1, '4'],
      ['ann@easemob.com', 2, '2'],
    ]);
  });
});

describe('the history', () => {
  const ask = async (user: string, queue: string, more: object = {}) => {
    const body = { queue, start: -1, pull_number: 20, is_positive: false, msgType: '', end: -1, ...more };
    const { status, body: answer } = await world.rest(user, 'POST', `users/${user}/messageroaming`, body);
    const data = (answer.data ?? { msgs: [] }) as { msgs: { msg: string }[]; is_last: boolean; next_key: string };
    const texts = data.msgs.map(({ msg }) => textOf(decode(Meta, Buffer.from(msg, 'base64'))));
    return { status, error: answer.error, texts, isLast: data.is_last, next: data.next_key };
  };

  it('of a group is told to its members, those who came later among them, and to nobody else', async () => {
    const group = await world.found('ann', ['ben'], { public: true });
    const queue = `${group}@conference.easemob.com`;
    const [ann, ben] = [await world.enter('ann'), await world.enter('ben')];
    await ann.writeToGroup(group, '1');
    await ben.writeToGroup(group, '2');
    await world.rest('cai', 'POST', `chatgroups/${group}/apply`, {});
    expect(await ask('cai', queue)).toMatchObject({ texts: ['2', '1'], isLast: true });
    expect(await ask('dan', queue)).toMatchObject({ status: 403, error: 602 });
    expect(await ask('ann', '99@conference.easemob.com')).toMatchObject({ status: 404, error: 605 });
  });

  it('goes down as well as up, and is cut by sender, kind and time', async () => {
    const group = await world.found('ann', ['ben']);
    const queue = `${group}@conference.easemob.com`;
    const [ann, ben] = [await world.enter('ann'), await world.enter('ben')];
    const times: number[] = [];
    for (const text of ['1', '2', '3', '4']) {
      times.push(clock.now());
      await (Number(text) % 2 === 0 ? ben : ann).writeToGroup(group, text);
      clock.advance(1_000);
    }
    await ann.writeToGroup(group, '', { body: { contents: [{ type: 6, action: 'look' }] } });
    const first = await ask('ann', queue, { is_positive: true, pull_number: 3 });
    expect(first).toMatchObject({ texts: ['1', '2', '3'], isLast: false });
    expect(await ask('ann', queue, { is_positive: true, start: first.next, msgType: 'txt,img' })).toMatchObject({
      texts: ['4'],
      isLast: true,
    });
    expect((await ask('ann', queue, { msgType: 'cmd' })).texts).toEqual([undefined]);
    expect((await ask('ann', queue, { userId: 'ben' })).texts).toEqual(['4', '2']);
    expect((await ask('ann', queue, { startTime: times[1], endTime: times[2] })).texts).toEqual(['3', '2']);
    expect((await ask('ann', queue, { msgType: 'nonsense' })).status).toBe(400);
  });
});
