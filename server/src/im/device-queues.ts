import type { Jid } from '@lectern/rtc/im-protocol';
import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { isDatabaseAway, type ImMessage, type ImStore, type ImUser } from '../store/index.js';
import type { Acknowledgements } from './acknowledgements.js';
import { DeliveryQueue, type DeliveryStep } from './delivery-queue.js';
import { batchFrame, lastFrame, noticeFrame, queueJid } from './frames.js';

export interface QueueOwner {
  readonly appKey: string;
  readonly user: string;
  readonly resource: string;
}

export interface QueuePorts {
  readonly clock: Clock;
  readonly store: Pick<ImStore, 'backlog' | 'read'>;
  readonly acknowledgements: Acknowledgements;
  readonly log: Logger;
}

const BATCH = 50;
/** Limit of the message bodies of a batch, in bytes; at least one message is always sent. */
const BATCH_BYTES = 256 * 1024;
/** Pause before a read is retried while the database is unreachable, in milliseconds. */
const RETRY_MS = 1_000;

/** As many of the first messages as fit into a batch. */
function fitting(messages: readonly ImMessage[]): readonly ImMessage[] {
  let bytes = 0;
  const end = messages.findIndex(({ body }, index) => (bytes += body.length) > BATCH_BYTES && index > 0);
  return end < 0 ? messages : messages.slice(0, end);
}

/** Messages that one device has yet to receive, by queue: of a user, or of a group (`queueKeyOf`). */
export class DeviceQueues {
  readonly #queues = new Map<string, DeliveryQueue>();
  /** Unread counts, as far as they were read. */
  readonly #counts = new Map<string, number>();
  readonly #owner: ImUser;
  readonly #since: number;
  readonly #stopTimers = new Set<() => void>();
  #isClosed = false;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly device: QueueOwner,
    private readonly ports: QueuePorts,
    private readonly send: (frame: Uint8Array) => void,
  ) {
    this.#owner = { appKey: device.appKey, name: device.user };
    this.#since = ports.clock.now();
  }

  /** Reads the pending queues of the device. */
  load(): void {
    // The failure is reported by `load`, and its callers receive it.
    this.#load().catch(() => undefined);
  }

  /** The device disconnected: stops all reading. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stopTimers) stop();
    this.#stopTimers.clear();
  }

  /** Pending queues in no order; the device is expected to pull them. */
  async unread(): Promise<readonly { readonly peer: string; readonly count: number }[]> {
    await this.#load();
    return [...this.#queues].flatMap(([peer, queue]) => {
      if (!queue.isPending) return [];
      queue.listed();
      return [{ peer, count: this.#counts.get(peer) ?? 1 }];
    });
  }

  /** A message with this id was stored for the device. */
  news(peer: string, id: bigint): void {
    // Earlier messages are acknowledged, or will be found by `load`.
    const queue = this.#queues.get(peer) ?? new DeliveryQueue(id - 1n);
    this.#queues.set(peer, queue);
    this.#counts.set(peer, (this.#counts.get(peer) ?? 0) + 1);
    this.#do(peer, queue, queue.news(id));
  }

  /** The device pulls the messages of `peer`, and acknowledges everything up to `key`. */
  pull(peer: string, key: bigint | undefined): void {
    this.#load().then(
      () => {
        const queue = this.#queues.get(peer);
        if (queue === undefined) return this.nothing(queueJid(this.device.appKey, peer));
        if (key !== undefined && queue.acknowledge(key)) this.#acknowledged(peer, key);
        this.#do(peer, queue, queue.pull());
      },
      // A device that pulls ignores everything else until the end of the batch.
      () => this.nothing(queueJid(this.device.appKey, peer)),
    );
  }

  /** Sends the end of an empty queue. */
  nothing(queue: Jid): void {
    this.send(lastFrame(queue, this.ports.clock.now()));
  }

  #load(): Promise<void> {
    this.#loading ??= this.#findPatiently().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #findPatiently(): Promise<void> {
    for (;;) {
      try {
        return await this.#find();
      } catch (error) {
        this.#report(error);
        if (!isDatabaseAway(error)) throw error;
        await new Promise<void>((resolve) => this.#later(resolve));
      }
    }
  }

  async #find(): Promise<void> {
    await this.ports.acknowledgements.settled(this.#owner);
    for (const { peer, after, count } of await this.ports.store.backlog(this.#owner, this.device.resource)) {
      const queue = this.#queues.get(peer);
      if (queue) queue.found(after);
      // The newest id is unknown; at least one message exists.
      else this.#queues.set(peer, new DeliveryQueue(after, after + 1n));
      this.#counts.set(peer, count);
    }
  }

  #acknowledged(peer: string, key: bigint): void {
    // If this write is lost, the device gets the messages again and recognises them by their ids.
    this.ports.acknowledgements
      .note({ owner: this.#owner, resource: this.device.resource, peer, id: key })
      .catch((error: unknown) => this.#report(error));
  }

  #do(peer: string, queue: DeliveryQueue, step: DeliveryStep | undefined): void {
    const jid = queueJid(this.device.appKey, peer);
    if (step?.kind === 'notice') this.send(noticeFrame(jid));
    if (step?.kind === 'last') {
      this.#counts.delete(peer);
      this.nothing(jid);
    }
    if (step?.kind === 'read') this.#read(peer, queue, step.after);
  }

  #read(peer: string, queue: DeliveryQueue, after: bigint): void {
    const jid = queueJid(this.device.appKey, peer);
    this.ports.store.read(this.#owner, peer, after, BATCH).then(
      (messages) => {
        const batch = fitting(messages);
        const next = queue.read(
          batch.map(({ id }) => id),
          batch.length === messages.length && messages.length < BATCH,
        );
        if (next.kind !== 'batch') return this.#do(peer, queue, next);
        this.#counts.set(peer, Math.max(0, (this.#counts.get(peer) ?? 0) - batch.length));
        this.send(batchFrame(jid, batch, { nextKey: next.nextKey, since: this.#since }));
      },
      (error: unknown) => {
        this.#report(error);
        // A device that pulls ignores notices: it waits for the answer, however long that takes.
        if (isDatabaseAway(error)) return this.#later(() => this.#read(peer, queue, after));
        queue.failed();
        this.nothing(jid);
      },
    );
  }

  #later(run: () => void): void {
    if (this.#isClosed) return;
    const stop = this.ports.clock.after(RETRY_MS, () => {
      this.#stopTimers.delete(stop);
      run();
    });
    this.#stopTimers.add(stop);
  }

  #report(error: unknown): void {
    this.ports.log.warn({ err: error, user: this.device.user }, 'what waits for a device could not be read or noted');
  }
}
