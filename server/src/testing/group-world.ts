import { decode, MucBody, NameSpace, type Meta } from '@lectern/rtc/im-protocol';
import type { FakeClock } from '@lectern/kit/testing';
import { APP_KEY, startTestServer, type JsonObject, type TestServer } from './harness.js';
import { ImWire, textOf } from './im-client.js';

export interface RestAnswer {
  readonly status: number;
  readonly body: JsonObject & { readonly data?: unknown };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Content of a meta for comparison in tests: a text, or a group event with its subject. */
export function tellingOf(meta: Meta): string {
  if (meta.ns !== NameSpace.Muc) return textOf(meta) ?? '';
  const { operation, from, to = [] } = decode(MucBody, meta.payload ?? new Uint8Array());
  return [`op ${operation}`, from?.name, ...to.map(({ name }) => name)].join(' ');
}

/** A server with users and groups. */
export class GroupWorld {
  private constructor(readonly server: TestServer) {}

  static async start(
    clock: FakeClock,
    users: readonly string[],
    env: Record<string, string> = {},
  ): Promise<GroupWorld> {
    const server = await startTestServer({ PING_INTERVAL_MS: '100000', ...env }, { clock });
    // Avoids the cost of password hashing.
    for (const name of users) {
      await server.store.users.insert({ appKey: APP_KEY, name, passwordHash: '', nickName: null, createdAt: 0 });
    }
    return new GroupWorld(server);
  }

  close(): Promise<void> {
    return this.server.server.close();
  }

  tokenOf(user: string): string {
    return this.server.server.accounts.issueToken(APP_KEY, user).token;
  }

  enter(user: string, resource = 'web'): Promise<ImWire> {
    return ImWire.enter(this.server.url, user, this.tokenOf(user), resource);
  }

  /** A REST call as made by deployed clients: always with a content type. */
  async rest(user: string, method: Method, path: string, body?: object): Promise<RestAnswer> {
    const response = await fetch(`${this.server.url}/lectern/demo/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.tokenOf(user)}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as JsonObject };
  }

  /** The id of a new group. */
  async found(owner: string, members: readonly string[] = [], more: object = {}): Promise<string> {
    const { body } = await this.rest(owner, 'POST', 'chatgroups', { groupname: 'the group', members, ...more });
    return String((body.data as JsonObject).groupid);
  }

  /** Unread messages of a new device of a user. */
  async unreadOf(user: string, resource = 'new'): Promise<string[]> {
    const wire = await this.enter(user, resource);
    const found = await wire.takeUnread();
    wire.socket.terminate();
    return found.map(tellingOf);
  }
}
