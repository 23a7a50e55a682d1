import { expect, test } from '@playwright/test';
import type { ChatClient, SeenMessage } from './chat-client.js';
import { chatSetUp } from './chat-set-up.js';
import { OwnClient } from './own-client.js';

const chat = chatSetUp();

const GROUP = { groupname: 'Class 1', desc: 'of the morning', public: true, approval: false, allowinvites: true };

/** Creates a group by the API of the client's version. */
const create = async (owner: ChatClient, members: readonly string[]): Promise<string> => {
  const data = { ...GROUP, members, inviteNeedConfirm: false, maxusers: 50 };
  const { data: made } =
    owner.version === '3.6.3'
      ? await owner.askBack<{ data: { groupid: string } }>('createGroupNew', { data })
      : await owner.ask<{ data: { groupid: string } }>('createGroup', { data });
  return made.groupid;
};

test('published clients of several versions and our own talk in a group', async ({ browser }) => {
  const ann = await chat.chatters.enter('4.21.1', 'ann');
  const ben = await chat.chatters.enter('3.6.3', 'ben');
  const cai = await chat.chatters.enter('4.8.1', 'cai');
  const dan = await OwnClient.enter(browser, chat.pages, chat.server.url, chat.chatters.unusedName('own'));
  const group = await create(ann, [ben.user, dan.user]);
  await cai.ask('joinGroup', { groupId: group, message: 'hello' });

  const { serverId } = await ben.send(group, 'txt', { msg: 'from 3.6.3', ext: { sign: 1 } }, 'groupChat');
  expect((await ann.told<SeenMessage>('onTextMessage'))[0]).toMatchObject({
    ...{ id: serverId, type: 'groupchat', from: ben.user, to: group, data: 'from 3.6.3', ext: { sign: 1 } },
  });
  expect(await cai.texts(1)).toEqual(['from 3.6.3']);
  expect(await dan.texts(1)).toEqual(['from 3.6.3']);
  await cai.say(group, 'from 4.8.1', 'groupChat');
  expect(await dan.texts(2)).toEqual(['from 3.6.3', 'from 4.8.1']);
  await dan.say(group, 'from our own', 'group');
  expect(await ben.texts(2)).toEqual(['from 4.8.1', 'from our own']);
  expect(await ann.texts(3)).toEqual(['from 3.6.3', 'from 4.8.1', 'from our own']);

  const whole = ['from 3.6.3', 'from 4.8.1', 'from our own'];
  expect(await ben.fetchHistory(group, true)).toEqual(whole);
  expect(await ann.readHistory(group, 'groupChat')).toEqual(whole);
  expect(await dan.history(group, 'group')).toEqual(whole);

  await cai.ask('leaveGroup', { groupId: group });
  await expect(cai.say(group, 'still?', 'groupChat')).rejects.toThrow(/"type":602/);
  await ben.askBack('quitGroup', { groupId: group });
  await ann.say(group, 'bye', 'groupChat');
  expect(await dan.texts(3)).toEqual(['from 3.6.3', 'from 4.8.1', 'bye']);
  await ann.say(ben.user, 'to you alone');
  expect(await ben.texts(3)).toEqual(['from 4.8.1', 'from our own', 'to you alone']);
  await expect(ann.say('1234567890', 'x', 'groupChat')).rejects.toThrow(/"type":605/);
  await dan.close();
});

test('3.6.3 makes a group, lists it and its members, and is told who comes and goes', async () => {
  const [ann, ben] = [await chat.chatters.enter('3.6.3', 'ann'), await chat.chatters.enter('4.21.1', 'ben')];
  const group = await create(ann, []);
  await ann.askBack('inviteToGroup', { groupId: group, users: [ben.user] });
  await ben.told('onGroupEvent');
  expect((await ben.events<object>('onGroupEvent'))[0]).toMatchObject({ operation: 'directJoined', id: group });
  const { data: groups } = await ben.ask<{ data: readonly object[] }>('getJoinedGroups', { pageNum: 0, pageSize: 20 });
  expect(groups).toEqual([expect.objectContaining({ groupid: group, groupname: 'Class 1' })]);
  const { data: own } = await ann.askBack<{ data: readonly object[] }>('getGroup');
  expect(own).toEqual([expect.objectContaining({ groupid: group, groupname: 'Class 1' })]);
  const { data: members } = await ann.askBack<{ data: readonly object[] }>('listGroupMember', {
    ...{ groupId: group, pageNum: 1, pageSize: 10 },
  });
  expect(members).toEqual([{ owner: ann.user }, { member: ben.user }]);
  const { data: info } = await ben.ask<{ data: readonly object[] }>('getGroupInfo', { groupId: group });
  expect(info).toEqual([expect.objectContaining({ id: group, name: 'Class 1', owner: ann.user })]);
  await ben.ask('leaveGroup', { groupId: group });
  const told = await ann.told<{ type: string; gid: string; from: string }>('onPresence', 2);
  expect(told.at(-1)).toMatchObject({ type: 'leaveGroup', gid: group, from: ben.user });
  await ann.askBack('dissolveGroup', { groupId: group });
  await expect(ann.say(group, 'x', 'groupChat')).rejects.toThrow(/"type":605/);
});
