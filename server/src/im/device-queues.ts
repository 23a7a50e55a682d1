import type { Jid } from '@lectern/rtc/im-protocol';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { ImStore, ImUser } from '../store/index.js';
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
  readonly store: ImStore;
  readonly acknowledgements: Acknowledgements;
  readonly log: Logger;
}

const BATCH = 50;

/** What one device is still to get, by queue: of a user, or of a group (`queueKeyOf`). */
export class DeviceQueues {
  readonly #queues = new Map<string, DeliveryQueue>();
  /** How many are unread, as far as was counted. */
  readonly #counts = new Map<string, number>();
  readonly #owner: ImUser;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly device: QueueOwner,
    private readonly ports: QueuePorts,
    private readonly send: (frame: Uint8Array) => void,
  ) {
    this.#owner = { appKey: device.appKey, name: device.user };
  }

  /** Looks up what waits for the device. A failure is tried again by whoever needs it next. */
  load(): void {
    this.#load().catch((error: unknown) => this.#report(error));
  }

  /** What is pending, in no order; the device is expected to pull it. */
  async unread(): Promise<readonly { readonly peer: string; readonly count: number }[]> {
    await this.#load();
    return [...this.#queues].flatMap(([peer, queue]) => {
      if (!queue.isPending) return [];
      queue.listed();
      return [{ peer, count: this.#counts.get(peer) ?? 1 }];
    });
  }

  /** A message of this id is there for the device. */
  news(peer: string, id: bigint): void {
    // What came before is acknowledged, or is found by `load`.
    const queue = this.#queues.get(peer) ?? new DeliveryQueue(id - 1n);
    this.#queues.set(peer, queue);
    this.#counts.set(peer, (this.#counts.get(peer) ?? 0) + 1);
    this.#do(peer, queue, queue.news(id));
  }

  /** The device asks for what `peer` wrote, having everything up to `key`. */
  pull(peer: string, key: bigint | undefined): void {
    this.#load().then(
      () => {
        const queue = this.#queues.get(peer);
        if (queue === undefined) return this.nothing(queueJid(this.device.appKey, peer));
        if (key !== undefined && queue.acknowledge(key)) this.#acknowledged(peer, key);
        this.#do(peer, queue, queue.pull());
      },
      (error: unknown) => this.#report(error),
    );
  }

  /** The end of a queue that has never had anything. */
  nothing(queue: Jid): void {
    this.send(lastFrame(queue, this.ports.clock.now()));
  }

  #load(): Promise<void> {
    this.#loading ??= this.#find().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #find(): Promise<void> {
    await this.ports.acknowledgements.settled(this.#owner);
    for (const { peer, after, count } of await this.ports.store.backlog(this.#owner, this.device.resource)) {
      const queue = this.#queues.get(peer);
      if (queue) queue.found(after);
      // The newest is not known, only that there is something.
      else this.#queues.set(peer, new DeliveryQueue(after, after + 1n));
      this.#counts.set(peer, count);
    }
  }

  #acknowledged(peer: string, key: bigint): void {
    // Should this get lost, the device gets the messages again and knows them by their ids.
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
    if (step?.kind !== 'read') return;
    this.ports.store.read(this.#owner, peer, step.after, BATCH).then(
      (messages) => {
        const next = queue.read(
          messages.map(({ id }) => id),
          messages.length < BATCH,
        );
        if (next.kind !== 'batch') return this.#do(peer, queue, next);
        this.#counts.set(peer, Math.max(0, (this.#counts.get(peer) ?? 0) - messages.length));
        this.send(batchFrame(jid, messages, next.nextKey));
      },
      (error: unknown) => {
        queue.failed();
        this.#report(error);
      },
    );
  }

  #report(error: unknown): void {
    this.ports.log.warn({ err: error, user: this.device.user }, 'what waits for a device could not be read or noted');
  }
}
