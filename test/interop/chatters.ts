import { expect, type Browser } from '@playwright/test';
import { ChatClient, register, type ChatClientOptions } from './chat-client.js';
import type { ChatPages, ChatVersion } from './chat-pages.js';

let users = 0;

/** Everything but what all chatters have in common. */
export type ChatterOptions = Omit<ChatClientOptions, 'serverUrl'> & { readonly serverUrl?: string };

/** Users of one server on published chat clients, each on a device of its own by default. */
export class Chatters {
  readonly #clients: ChatClient[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly pages: ChatPages,
    private readonly serverUrl: string,
  ) {}

  /** A name that no user has. */
  unusedName(name: string): string {
    return `${name}${(users += 1)}`;
  }

  /** Makes a user whose name begins with `name`. */
  async newUser(name: string): Promise<string> {
    const user = this.unusedName(name);
    await register(this.serverUrl, user);
    return user;
  }

  /** A client that is not logged in yet. */
  async open(who: ChatterOptions): Promise<ChatClient> {
    const client = await ChatClient.open(this.browser, this.pages, { serverUrl: this.serverUrl, ...who });
    this.#clients.push(client);
    return client;
  }

  /** A client that is logged in; of a new user unless one is named. */
  async enter(version: ChatVersion, name: string, more: Partial<ChatterOptions> = {}): Promise<ChatClient> {
    const client = await this.open({ user: more.user ?? (await this.newUser(name)), ...more, version });
    expect(await client.logIn(), `${name} logging in on ${version}`).toBeUndefined();
    return client;
  }

  /** Closes all pages. @throws when one of them threw */
  async close(): Promise<void> {
    const clients = this.#clients.splice(0);
    // Errors are collected before the pages close, because closing causes errors of its own.
    const errors = clients.flatMap((client) => client.errors.map((error) => `${client.version}: ${error}`));
    await Promise.all(clients.map((client) => client.close()));
    expect(errors).toEqual([]);
  }
}
