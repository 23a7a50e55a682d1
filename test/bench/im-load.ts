import { once } from 'node:events';
import {
  BodyType,
  Command,
  CommNotice,
  CommSyncDL,
  CommSyncUL,
  decode,
  encode,
  MessageBody,
  MSync,
  NameSpace,
  Provision,
  USER_DOMAIN,
} from '@lectern/rtc/im-protocol';
import { WebSocket } from 'ws';

const APP_KEY = 'lectern#demo';
const TEXT = 'x'.repeat(100);

const syncFrame = (message: CommSyncUL): Uint8Array =>
  encode(MSync, { command: Command.Sync, payload: encode(CommSyncUL, message) });

const chatFrame = (id: number, from: string, to: string): Uint8Array => {
  const body = { type: BodyType.Chat, from: { name: from }, to: { name: to }, contents: [{ type: 0, text: TEXT }] };
  const jid = { appKey: APP_KEY, name: to, domain: USER_DOMAIN };
  return syncFrame({ meta: { id: String(id), to: jid, ns: NameSpace.Chat, payload: encode(MessageBody, body) } });
};

/**
 * A connection that sends frames and receives their answers, as light as possible so that it does not distort the
 * result.
 */
export interface LoadClient {
  /** Made beforehand. */
  frames(count: number): readonly Uint8Array[];
  /** Resolves once the server has answered. */
  send(frame: Uint8Array): Promise<void>;
  /** Number of messages received from others; always 0 with an echo server. */
  readonly received: number;
  close(): void;
}

/** Matches answers to requests by their order. */
class Answers {
  readonly #waiting: (() => void)[] = [];
  #next = 0;

  expect(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  came(): void {
    this.#waiting[this.#next]?.();
    this.#next += 1;
  }
}

const opened = async (url: string): Promise<WebSocket> => {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
};

/** A control client that receives its own frames back from an echo server. */
export async function echoClient(url: string, name: string, to: string): Promise<LoadClient> {
  const socket = await opened(url);
  const answers = new Answers();
  socket.on('message', () => answers.came());
  return {
    frames: (count) => Array.from({ length: count }, (_, id) => chatFrame(id + 1, name, to)),
    send: (frame) => {
      socket.send(frame);
      return answers.expect();
    },
    received: 0,
    close: () => socket.close(),
  };
}

/** A user who writes to another one, and pulls received messages as deployed clients do. */
export async function chatClient(url: string, token: string, name: string, to: string): Promise<LoadClient> {
  const socket = await opened(`${url.replace('http', 'ws')}/websocket`);
  const answers = new Answers();
  let [lastId, received] = [0, 0];
  let pulling = false;
  socket.on('message', (data: Buffer) => {
    const { command = Command.Sync, payload = new Uint8Array() } = decode(MSync, data);
    if (command === Command.Notice) {
      const { queue } = decode(CommNotice, payload);
      if (queue && !pulling) socket.send(syncFrame({ queue }));
      pulling = true;
    } else if (command === Command.Sync) {
      const { metaId, status, metas = [], nextKey, queue, isLast } = decode(CommSyncDL, payload);
      if (metaId !== undefined && metaId !== '0') {
        if (status?.errorCode) throw new Error(`the server refused a message: ${JSON.stringify(status)}`);
        return answers.came();
      }
      received += metas.length;
      if (isLast) pulling = false;
      else if (queue && nextKey !== undefined) socket.send(syncFrame({ queue, key: nextKey }));
    }
  });
  const guid = { appKey: APP_KEY, name, domain: USER_DOMAIN, clientResource: 'bench' };
  const login = encode(Provision, { resource: 'bench' });
  socket.send(encode(MSync, { guid, auth: `$t$${token}`, command: Command.Provision, payload: login }));
  await once(socket, 'message');
  return {
    frames: (count) => Array.from({ length: count }, () => chatFrame(++lastId, name, to)),
    send: (frame) => {
      socket.send(frame);
      return answers.expect();
    },
    get received() {
      return received;
    },
    close: () => socket.close(),
  };
}
