// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { Op } from '@lectern/rtc/protocol';
import { sendMessage } from '@lectern/rtc/messages';
import { afterEach, expect, test } from 'vitest';
import { useRoomChat } from './index.js';
import { twoMembers } from './testing/two-members.js';
import { within } from './testing/render-with.js';

afterEach(cleanup);

async function twoChats() {
  const { ann, ben, advance } = await twoMembers();
  for (const [from, memId, to] of [[ann, 'ann', ben], [ben, 'ben', ann]] as const) {
    from.platform.server.on(Op.Message, ({ arg }) => {
      to.platform.server.push({ op: Op.Message, memId, arg });
      return { result: 0 };
    });
  } // prettier-ignore
  const chatOf = ({ client }: typeof ann) => renderHook(useRoomChat, { wrapper: within(client) }).result;
  return { ann, ben, annChat: chatOf(ann), benChat: chatOf(ben), settle: () => act(() => advance()) };
}

test('both see a message once, with the name of its sender', async () => {
  const { annChat, benChat, settle } = await twoChats();
  act(() => void annChat.current.send('Hello <b>Ben</b>'));
  expect(annChat.current.messages).toMatchObject([{ text: 'Hello <b>Ben</b>', isLocal: true, isPending: true }]);
  await settle();
  expect(annChat.current.messages).toMatchObject([{ isPending: false, missedBy: [] }]);
  expect(benChat.current.messages).toMatchObject([
    { text: 'Hello <b>Ben</b>', memberId: 'ann', name: 'ann', isLocal: false, isPending: false },
  ]);
});

test('blank text is not sent, and messages of other kinds are no chat', async () => {
  const { ann, annChat, benChat, settle } = await twoChats();
  act(() => void annChat.current.send('  \n'));
  act(() => void sendMessage(ann.conference, 'ben', { kind: 'hand', up: true }));
  act(() => void sendMessage(ann.conference, 'ben', 'plain'));
  await settle();
  expect([annChat.current.messages, benChat.current.messages]).toEqual([[], []]);
});

test('members that a message did not reach are named', async () => {
  const { ann, annChat, settle } = await twoChats();
  ann.platform.server.on(Op.Message, () => ({ result: -408, msg: 'away' }));
  act(() => void annChat.current.send('are you there?'));
  await settle();
  expect(annChat.current.messages).toMatchObject([{ missedBy: ['ben'], isPending: false }]);
});

test('components share the messages, also one that mounts later', async () => {
  const { ann, annChat, settle } = await twoChats();
  act(() => void annChat.current.send('first'));
  await settle();
  const later = renderHook(useRoomChat, { wrapper: within(ann.client) }).result;
  expect(later.current.messages).toBe(annChat.current.messages);
});
