import { registerUser, requestToken } from '@lectern/rtc';
import { ImClient, type ImChatType, type ImMessage } from '@lectern/rtc/im';
import { createNodePlatform } from '@lectern/rtc/node';
import { WebSocket } from 'ws';
import { loadWrtc } from '../media/wrtc.js';

const APP_KEY = 'lectern#demo';
/** The client's pauses are no longer than this, its deadlines are longer. */
const LONGEST_PAUSE_MS = 2_000;
const FACTOR = 20;

const listeners = new Set<(online: boolean) => void>();

/** The network of all chatters: while it is offline, none tries to reconnect. */
export const network = {
  set: (online: boolean): void => {
    for (const listener of [...listeners]) listener(online);
  },
};

const base = createNodePlatform({
  wrtc: loadWrtc(),
  WebSocket,
  network: {
    isOnline: () => true,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
});

/** Short pauses, and deadlines so far away that a busy machine is never taken for a broken one. */
export const longTimeoutPlatform: typeof base = {
  ...base,
  clock: {
    ...base.clock,
    after: (delayMs, callback) =>
      base.clock.after(
        // Timers take 31 bits, and tokens live for days.
        delayMs <= LONGEST_PAUSE_MS ? delayMs / FACTOR : Math.min(delayMs * FACTOR, 2 ** 31 - 1),
        callback,
      ),
  },
};

const keyOf = (name: string, groupId = ''): string => `${name} ${groupId}`;

/** Registers a user; resolves with its token. */
export async function signUp(username: string, serverUrl: string): Promise<string> {
  const user = { appKey: APP_KEY, restUrl: serverUrl, username, password: 'secret', platform: base };
  await registerUser(user);
  return (await requestToken(user)).token;
}

/** One user on one device, who stores received messages by conversation. */
export class Chatter {
  readonly client: ImClient;
  /** Received messages in the order of arrival, by conversation and sender. */
  readonly heard = new Map<string, ImMessage[]>();

  /** Registers a user at the server's own address, and logs in at another one: that of a proxy in front of it. */
  static async enter(name: string, serverUrl: string, socketUrl = serverUrl): Promise<Chatter> {
    const token = await signUp(name, serverUrl);
    const chatter = new Chatter(name, token, socketUrl);
    await chatter.client.open();
    return chatter;
  }

  private constructor(
    readonly name: string,
    token: string,
    restUrl: string,
  ) {
    const identity = { username: name, token };
    this.client = new ImClient({ appKey: APP_KEY, restUrl, identity, resource: 'desk', platform: longTimeoutPlatform });
    this.client.on('message', (message) => {
      const key = keyOf(message.from, message.type === 'group' ? message.to : undefined);
      const before = this.heard.get(key);
      if (before) before.push(message);
      else this.heard.set(key, [message]);
    });
  }

  get count(): number {
    let count = 0;
    for (const { length } of this.heard.values()) count += length;
    return count;
  }

  /** To a user or, with the type, to a group. */
  write(to: string, data: string, type: ImChatType = 'single'): Promise<ImMessage> {
    return this.client.send({ to, type, contentsType: 'TEXT', data });
  }

  /** Messages that a user sent to this one or, with a group id, to the group. */
  messagesOf(name: string, groupId?: string): readonly ImMessage[] {
    return this.heard.get(keyOf(name, groupId)) ?? [];
  }
}

/** The texts of messages; undefined for messages of other types. */
export const textsOf = (messages: readonly ImMessage[]): (string | undefined)[] =>
  messages.map((message) => (message.contentsType === 'TEXT' ? message.data : undefined));
