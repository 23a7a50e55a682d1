// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { ImClient, type ImConversation, type ImMessage } from '@lectern/rtc/im';
import {
  decode,
  encode,
  Command,
  CommSyncDL,
  CommSyncUL,
  CommUnreadDL,
  MessageBody,
  Meta,
  MSync,
  Provision,
} from '@lectern/rtc/im-protocol';
import { FakePlatform, settle } from '@lectern/rtc/testing';
import { memo, StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useConversations, useMessages } from './index.js';

afterEach(cleanup);

/** Renders by name since the last check. */
const counts = new Map<string, number>();
const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
const takeCounts = (): Record<string, number> => {
  const taken = Object.fromEntries(counts);
  counts.clear();
  return taken;
};

/** A client whose server the test controls. */
class FakeChat {
  readonly platform = new FakePlatform();
  readonly client = new ImClient({
    appKey: 'org#app',
    identity: { username: 'ann', token: 't' },
    platform: this.platform,
  });
  /** Id of the client's last sent message. */
  lastId = '';

  constructor() {
    this.platform.sockets.onSocket = (socket) => {
      const reply = (command: number, payload: Uint8Array): void =>
        socket.serverSendBytes(encode(MSync, { command, payload }));
      socket.onServerBytes = (bytes) => {
        const { command = 0, payload = new Uint8Array() } = decode(MSync, bytes);
        if (command === Command.Provision) reply(command, encode(Provision, { status: {} }));
        if (command === Command.Unread) reply(command, encode(CommUnreadDL, {}));
        if (command === Command.Sync) this.lastId = decode(CommSyncUL, payload).meta?.id ?? this.lastId;
      };
    };
  }

  message(id: string, from = 'ben'): Meta {
    const payload = encode(MessageBody, { type: 1, contents: [{ type: 0, text: `text ${id}` }] });
    return { id, from: { name: from }, to: { name: from === 'ann' ? 'ben' : 'ann' }, timestamp: '5', ns: 1, payload };
  }

  #sync(sync: CommSyncDL): void {
    const payload = encode(CommSyncDL, { status: {}, ...sync });
    act(() => this.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Sync, payload })));
  }

  receive(...metas: readonly Meta[]): void {
    this.#sync({ metas, queue: { name: 'ben' }, isLast: true });
  }

  acknowledge(answer: CommSyncDL): void {
    this.#sync({ metaId: this.lastId, ...answer });
  }

  history(...pages: readonly (readonly Meta[])[]): void {
    this.platform.http.on('POST', 'messageroaming', ({ body }) => {
      const { start } = body as { readonly start: unknown };
      const index = start === -1 ? 0 : Number(start);
      const msgs = (pages[index] ?? []).map((meta) => ({ msg: btoa(String.fromCodePoint(...encode(Meta, meta))) }));
      return { body: { data: { msgs, is_last: index >= pages.length - 1, next_key: String(index + 1) } } };
    });
  }
}

const Row = memo(function Row({ message }: { message: ImMessage }) {
  count(message.contentsType === 'TEXT' ? message.data : message.contentsType);
  return <li>{message.contentsType === 'TEXT' ? `${message.data} ${message.status}` : null}</li>;
});

function Talk({ client, peer }: { client: ImClient; peer: string | undefined }) {
  const { messages, older, thread } = useMessages(client, peer);
  count('talk');
  return (
    <>
      <button disabled={older !== 'more'} onClick={() => void thread?.loadOlder()}>
        {older}
      </button>
      <ul>
        {messages.map((message) => (
          <Row key={message.key} message={message} />
        ))}
      </ul>
    </>
  );
}

const Entry = memo(function Entry({ conversation }: { conversation: ImConversation }) {
  count(conversation.peer);
  return <li>{`${conversation.peer} ${conversation.unread}`}</li>;
});

function List({ client }: { client: ImClient | undefined }) {
  const conversations = useConversations(client);
  count('list');
  return (
    <ul>
      {conversations.map((conversation) => (
        <Entry key={conversation.peer} conversation={conversation} />
      ))}
    </ul>
  );
}

const rows = (view: { readonly container: HTMLElement }): (string | null)[] =>
  [...view.container.querySelectorAll('li')].map((row) => row.textContent);

const settled = (): Promise<void> => act(settle);

async function setUp(strict = false) {
  const chat = new FakeChat();
  await chat.client.open();
  chat.history([chat.message('12'), chat.message('11')], [chat.message('10')]);
  const tree = <Talk client={chat.client} peer="ben" />;
  counts.clear();
  const view = render(strict ? <StrictMode>{tree}</StrictMode> : tree);
  await settled();
  return { chat, view };
}

test('a talk shows its newest page, and older ones on demand until there are no more', async () => {
  const { chat, view } = await setUp();
  expect(rows(view)).toEqual(['text 11 received', 'text 12 received']);
  act(() => view.getByText('more').click());
  await settled();
  expect(rows(view)).toEqual(['text 10 received', 'text 11 received', 'text 12 received']);
  expect(view.getByText('none')).toHaveProperty('disabled', true);
  expect(chat.platform.http.requests).toHaveLength(2);
});

test('a message that arrives renders its own row and the list', async () => {
  const { chat, view } = await setUp();
  takeCounts();
  chat.receive(chat.message('13'));
  expect(takeCounts()).toEqual({ talk: 1, 'text 13': 1 });
  chat.receive(chat.message('13'), chat.message('9', 'cai'));
  expect(takeCounts()).toEqual({});
  expect(rows(view).at(-1)).toBe('text 13 received');
});

test('a message is there while it is sent, failed where it was refused, and sent when it is tried again', async () => {
  const { chat, view } = await setUp();
  const thread = chat.client.thread('ben');
  let sending: Promise<unknown> = Promise.resolve();
  act(() => {
    sending = thread.send({ contentsType: 'TEXT', data: 'mine' }).catch(() => undefined);
  });
  expect(rows(view).at(-1)).toBe('mine sending');
  await settled();
  takeCounts();
  chat.acknowledge({ status: { errorCode: 7, reason: 'traffic limit' } });
  await act(() => sending);
  expect(rows(view).at(-1)).toBe('mine failed');
  expect(takeCounts()).toEqual({ talk: 1, mine: 1 });
  act(() => {
    sending = thread.retry(thread.getSnapshot().messages.at(-1)!.key);
  });
  expect(rows(view).at(-1)).toBe('mine sending');
  await settled();
  takeCounts();
  chat.acknowledge({ serverId: '20' });
  await act(() => sending);
  expect(rows(view).at(-1)).toBe('mine sent');
  expect(takeCounts()).toEqual({ talk: 1, mine: 1 });
});

test('a talk that cannot be read says so', async () => {
  const { chat, view } = await setUp();
  chat.platform.http.on('POST', 'messageroaming', 'fail');
  view.rerender(<Talk client={chat.client} peer="cai" />);
  await settled();
  expect(view.getByText('failed')).toBeTruthy();
  view.rerender(<Talk client={chat.client} peer={undefined} />);
  expect(view.getByText('unknown')).toBeTruthy();
});

test('StrictMode reads the newest page once', async () => {
  const { chat } = await setUp(true);
  expect(chat.platform.http.requests).toHaveLength(1);
});

test('a talk that was shown before is there at once, and is not read again', async () => {
  const { chat, view } = await setUp();
  view.unmount();
  chat.receive(chat.message('13'));
  const again = render(<Talk client={chat.client} peer="ben" />);
  expect(rows(again)).toHaveLength(3);
  await settled();
  expect(chat.platform.http.requests).toHaveLength(1);
});

test('a conversation that changes renders its own entry and the list; the connection renders nothing', async () => {
  const chat = new FakeChat();
  await chat.client.open();
  const view = render(<List client={chat.client} />);
  chat.receive(chat.message('1'), chat.message('2', 'cai'));
  expect(rows(view)).toEqual(['cai 1', 'ben 1']);
  takeCounts();
  chat.receive(chat.message('3'));
  expect(takeCounts()).toEqual({ list: 1, ben: 1 });
  expect(rows(view)).toEqual(['ben 2', 'cai 1']);
  act(() => chat.client.markRead('ben'));
  expect(takeCounts()).toEqual({ list: 1, ben: 1 });
  act(() => chat.platform.network.set(false));
  expect(chat.client.getSnapshot().state).toBe('offline');
  expect(takeCounts()).toEqual({});
  view.rerender(<List client={undefined} />);
  expect(rows(view)).toEqual([]);
});
