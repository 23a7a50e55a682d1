import { deferred, type Deferred } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { Meta } from '../im-protocol/index.js';
import { LOCAL_ID_EPOCH_MS, REMEMBERED_IDS } from '../im/constants.js';
import { ImErrorCode, imError } from '../im/errors.js';
import type { ImSharePorts, ImTransport } from '../im/index.js';
import type { ImState } from '../im/states.js';
import type { Acknowledgement } from '../im/unacknowledged-messages.js';
import { LeadWatch } from './lead-watch.js';
import { Leadership } from './leadership.js';
import {
  deserializeError,
  isError,
  sentItem,
  serializeError,
  type TabMessage,
  type SerializedError,
} from './tab-messages.js';
import { Outbox, type OutboxItem } from './outbox.js';
import type { TabChannel, TabLocks } from './share.js';

/** Ids of one millisecond: tabs that send within the same one hardly ever choose the same id. */
const IDS_PER_MS = 16_000;
/** After its end a connection keeps the lead for this time, so that all tabs have received the reason. */
const END_HOLD_MS = 1_000;

const ignore = (): void => undefined;

/** A connection of one user in one of several tabs: it owns the connection that the server sees, or uses another tab's. */
export class SharedConnection implements ImTransport {
  readonly #ports: ImSharePorts;
  readonly #channel: TabChannel;
  readonly #leadership: Leadership;
  readonly #watch: LeadWatch;
  readonly #outbox: Outbox;
  /** Names this tab. */
  readonly #self: string;
  /** Ids of items of all tabs that the owned connection is sending. */
  readonly #sending = new Set<string>();
  readonly #seen = new Set<string>();
  #own: ImTransport | undefined;
  /** The tab that leads, as far as known. */
  #lead: string | undefined;
  #state: ImState = 'idle';
  #error: LecternError | undefined;
  #opening: Deferred<void> | undefined;
  #stopHolding: Dispose = ignore;
  #expiresAt = 0;
  #lastId = 0;

  constructor(ports: ImSharePorts, locks: TabLocks, openChannel: (name: string) => TabChannel) {
    const name = `lectern-im ${ports.appKey} ${ports.username}`;
    this.#ports = ports;
    this.#self = ports.random.uuid();
    this.#leadership = new Leadership(locks, name, { won: () => this.#takeOver(), lost: () => this.#lost() });
    this.#watch = new LeadWatch(ports.clock, {
      ask: () => this.#post({ kind: 'hello' }),
      silent: () => this.#leadership.take(),
    });
    this.#outbox = new Outbox(ports.clock, (item, result) => this.#post({ kind: 'settled', ...item, result }));
    this.#channel = openChannel(name);
    this.#channel.onmessage = ({ data }) => this.#receiveMessage(data as TabMessage);
  }

  get state(): ImState {
    return this.#state;
  }

  get error(): LecternError | undefined {
    return this.#error;
  }

  get isOwner(): boolean {
    return this.#own !== undefined;
  }

  open(): Promise<void> {
    if (this.#opening) return this.#opening.promise;
    if (this.#state === 'ended') return Promise.reject(this.#error ?? imError('the client is closed', 'closed'));
    if (this.#state !== 'idle' && this.#state !== 'failed') return Promise.resolve();
    const opening = deferred<void>();
    opening.promise.catch(ignore);
    this.#opening = opening;
    const isFirst = this.#state === 'idle';
    this.#become('connecting', undefined);
    if (this.#own) this.#openOwn();
    else {
      this.#post({ kind: 'open' });
      this.#watch.ask();
      if (isFirst) this.#leadership.stand();
    }
    return opening.promise;
  }

  put(frameOf: (id: string) => Uint8Array, id: string = this.nextId()): Promise<Acknowledgement> {
    if (this.#state === 'idle' || this.#state === 'failed' || this.#state === 'ended') {
      return Promise.reject(imError('open the client before sending', 'invalid-state', ImErrorCode.NotLoggedIn));
    }
    const item: OutboxItem = { from: this.#self, id, frame: frameOf(id) };
    const result = this.#outbox.add(item);
    this.#post({ kind: 'put', ...item });
    this.#send(item);
    return result;
  }

  nextId(): string {
    const { clock, random } = this.#ports;
    const now = (clock.now() - LOCAL_ID_EPOCH_MS) * IDS_PER_MS;
    this.#lastId = Math.max(this.#lastId + 1, now + Math.floor(random.number() * IDS_PER_MS));
    return String(this.#lastId);
  }

  tokenRenewed(expiresAt: number): void {
    this.#expiresAt = expiresAt;
    this.#postToken();
  }

  expire(): void {
    this.#own?.expire();
  }

  close(): void {
    const error = imError('the client was closed', 'closed');
    // The next tab must not send items that failed here.
    for (const item of this.#outbox.fail(serializeError(error))) {
      this.#post({ kind: 'settled', ...item, result: serializeError(error) });
    }
    const own = this.#own;
    this.#own = undefined;
    own?.close();
    this.#become('ended', error);
    this.#leave();
  }

  /** No other tab has the connection: this one opens it. */
  #takeOver(): void {
    this.#watch.stop();
    const { handlers } = this.#ports;
    const own = this.#ports.connect(
      {
        ...handlers,
        state: (state) => {
          if (this.#own === own) this.#changed(state, own.error);
        },
        received: (meta) => {
          if (this.#own !== own) return;
          // The others have it before the server learns that it arrived.
          this.#post({ kind: 'received', meta });
          this.#receive(meta);
        },
        tokenKnown: (expiresAt) => {
          handlers.tokenKnown(expiresAt);
          this.tokenRenewed(expiresAt);
        },
      },
      this.#loginReason,
    );
    this.#own = own;
    this.#lead = this.#self;
    // A connection that another tab saw fail is not opened again by itself.
    if (this.#state === 'failed') return;
    this.#openOwn();
    for (const item of this.#outbox.items) this.#send(item);
  }

  #openOwn(): void {
    this.#own?.open().catch(ignore);
  }

  /** Another tab has taken the lead, as this one was frozen; that tab's login has ended this connection's. */
  #lost(): void {
    const own = this.#own;
    this.#own = undefined;
    this.#sending.clear();
    own?.close();
    if (this.#state !== 'ended') this.#watch.ask();
  }

  /** Tells a login of another tab of this browser from one elsewhere. */
  get #loginReason(): string {
    return `another tab of ${this.#ports.resource}`;
  }

  /** The owned connection has changed. */
  #changed(state: ImState, error: LecternError | undefined): void {
    // Before the loss of the lock is reported.
    if (state === 'ended' && error?.cause === this.#loginReason) return this.#lost();
    this.#become(state, error);
    this.#postState();
    if (state !== 'ended') return;
    this.#channel.onmessage = null;
    this.#stopHolding = this.#ports.clock.after(END_HOLD_MS, () => this.#leave());
  }

  #receiveMessage(message: TabMessage): void {
    switch (message.kind) {
      case 'hello':
        return this.#answer();
      case 'open':
        return this.#openOwn();
      case 'put':
        this.#outbox.copy(message);
        return this.#send(message);
      case 'token':
        return this.#ports.handlers.tokenShared(message.token, (this.#expiresAt = message.expiresAt));
      case 'state':
        return this.#follow(message);
      case 'settled':
        return this.#settle(message);
      case 'received':
        this.#leadAnswered();
        return this.#receive(message.meta);
    }
  }

  #answer(): void {
    if (this.#own === undefined) return;
    this.#postToken();
    this.#postState();
  }

  #leadAnswered(): void {
    if (this.#own === undefined && this.#state !== 'idle') this.#watch.answered();
  }

  /** Another tab leads. */
  #follow({ lead, state, error }: TabMessage & { readonly kind: 'state' }): void {
    if (this.#own !== undefined || this.#state === 'idle') return;
    this.#watch.answered();
    const isNew = this.#lead !== lead;
    this.#lead = lead;
    this.#become(state, error && deserializeError(error));
    if (state === 'ended') return this.#leave();
    if (!isNew) return;
    // Its predecessor may not have sent these. The server detects what it has already.
    for (const item of this.#outbox.items) if (item.from === this.#self) this.#post({ kind: 'put', ...item });
  }

  /** Sends an item of any tab over the owned connection. */
  #send({ from, id, frame }: OutboxItem): void {
    const own = this.#own;
    if (own === undefined || this.#sending.has(id)) return;
    this.#sending.add(id);
    const settled = (result: Acknowledgement | SerializedError): void => {
      // Another tab has the connection, and sends the item again.
      if (this.#own !== own) return;
      this.#sending.delete(id);
      this.#post({ kind: 'settled', from, id, frame, result });
      this.#settle({ kind: 'settled', from, id, frame, result });
    };
    own
      .put(() => frame, id)
      .then(settled, (error: unknown) => {
        const known =
          error instanceof LecternError ? error : imError(String(error), 'protocol', ImErrorCode.Unknown, error);
        settled(serializeError(known));
      });
  }

  #settle({ from, id, frame, result }: TabMessage & { readonly kind: 'settled' }): void {
    if (!isError(result)) this.#leadAnswered();
    if (from === this.#self && !isError(result)) this.#remember(result.id);
    this.#outbox.settle(id, result);
    if (from === this.#self || isError(result)) return;
    const item = sentItem(frame, result, this.#ports);
    if (item) this.#receive(item);
  }

  #receive(meta: Meta): void {
    if (this.#state !== 'idle' && this.#remember(meta.id ?? '0')) this.#ports.handlers.received(meta);
  }

  /** Returns false for an item that this tab has already: a predecessor may have received it, and not said so. */
  #remember(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED_IDS && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }

  #become(state: ImState, error: LecternError | undefined): void {
    const previous = this.#state;
    if (previous === state || previous === 'ended') return;
    this.#state = state;
    this.#error = error;
    this.#ports.handlers.state(state, previous);
    if (state === 'online') this.#opening?.resolve();
    else if (state !== 'failed' && state !== 'ended') return;
    else {
      const cause = error ?? imError('the connection has ended', 'closed', ImErrorCode.SocketLost);
      this.#opening?.reject(cause);
      this.#outbox.fail({ ...serializeError(cause), code: ImErrorCode.SocketLost });
    }
    this.#opening = undefined;
  }

  /** Releases everything. */
  #leave(): void {
    this.#stopHolding();
    this.#watch.stop();
    this.#channel.onmessage = null;
    this.#channel.close();
    this.#leadership.resign();
  }

  #postState(): void {
    const { state, error } = this;
    this.#post({ kind: 'state', lead: this.#self, state, error: error && serializeError(error) });
  }

  #postToken(): void {
    const token = this.#ports.token();
    if (token !== undefined) this.#post({ kind: 'token', token, expiresAt: this.#expiresAt });
  }

  #post(message: TabMessage): void {
    this.#channel.send(message);
  }
}
