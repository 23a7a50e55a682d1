import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import type { QueuedEvent, WebhookStore } from '../store/index.js';
import { Lane } from './lane.js';
import { signDelivery, WebhookHeader } from './signature.js';

/** Timeout of a delivery, in milliseconds. */
export const DELIVERY_TIMEOUT_MS = 10_000;
/** Limit of concurrent deliveries, over all conferences. */
const MAX_PARALLEL = 8;
const TRIM_INTERVAL_MS = 60_000;

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
  /** Events that could not be delivered for this long, in milliseconds, are dropped. */
  readonly retentionMs: number;
  /** Limit of undelivered events; the oldest are dropped first. */
  readonly maxQueue: number;
}

/**
 * Reason why events were dropped: undelivered for too long, too many undelivered; or too many to be kept in memory
 * while the database was unreachable.
 */
export type DropReason = 'undelivered' | 'database-away';

export interface WebhookPorts {
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counts dropped events. */
  dropped?(count: number, reason: DropReason): void;
}

/**
 * Delivers events to an operator's program, at least once and in order for each conference. An event is stored before
 * it is sent, and deleted only after a 2xx response.
 */
export class Webhooks {
  readonly #lanes = new Map<string, { readonly lane: Lane; readonly done: Promise<void> }>();
  /** Cancels each pause and each current delivery. */
  readonly #interrupts = new Set<() => void>();
  readonly #waitingForTurn: (() => void)[] = [];
  readonly #stopTrimming: () => void;
  /** Time of the last warning about dropped events, by conference. */
  readonly #toldAt = new Map<string, number>();
  #underWay = 0;
  #isStopping = false;

  constructor(
    private readonly settings: WebhookSettings,
    private readonly ports: WebhookPorts,
  ) {
    this.#stopTrimming = ports.clock.every(TRIM_INTERVAL_MS, () => void this.#trim());
  }

  /** Resumes deliveries that an earlier server has not completed. */
  async start(): Promise<void> {
    for (const conferenceId of await this.ports.store.waiting()) this.wake(conferenceId);
  }

  /** Events of the conference were stored: starts their delivery. */
  wake(conferenceId: string): void {
    if (this.#isStopping) return;
    const known = this.#lanes.get(conferenceId);
    if (known !== undefined) return known.lane.wake();
    const lane = new Lane();
    const done = lane.run({
      oldest: () => this.ports.store.oldest(conferenceId),
      deliver: (event) => this.#inTurn(() => this.#deliver(event)),
      delivered: ({ position }) => this.ports.store.delivered(position),
      pause: (delayMs) => this.#pause(delayMs),
      isStopped: () => this.#isStopping,
      ended: () => void this.#lanes.delete(conferenceId),
    });
    this.#lanes.set(conferenceId, { lane, done });
  }

  /** Events that could not be stored or delivered, the oldest of their conference, were dropped. */
  gaveUp(count: number, reason: DropReason, conferenceId?: string): void {
    const { clock, log, dropped } = this.ports;
    dropped?.(count, reason);
    // While the database is unreachable events are dropped one by one; a metric counts them all.
    const key = conferenceId ?? '';
    const now = clock.now();
    if (now - (this.#toldAt.get(key) ?? -Infinity) < TRIM_INTERVAL_MS) return;
    this.#toldAt.set(key, now);
    log.error({ dropped: count, reason, conference: conferenceId }, 'webhooks are dropped, the oldest first');
  }

  /** Ends current deliveries; undelivered events stay stored. */
  async stop(): Promise<void> {
    this.#stopTrimming();
    this.#isStopping = true;
    for (const interrupt of this.#interrupts) interrupt();
    for (const next of this.#waitingForTurn.splice(0)) next();
    await Promise.all([...this.#lanes.values()].map(({ done }) => done));
  }

  async #inTurn(work: () => Promise<boolean>): Promise<boolean> {
    while (this.#underWay >= MAX_PARALLEL && !this.#isStopping) {
      await new Promise<void>((resolve) => this.#waitingForTurn.push(resolve));
    }
    if (this.#isStopping) return false;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#waitingForTurn.shift()?.();
    }
  }

  async #deliver(event: QueuedEvent): Promise<boolean> {
    const { clock, log } = this.ports;
    const abort = new AbortController();
    const interrupt = (): void => abort.abort();
    const cancel = clock.after(DELIVERY_TIMEOUT_MS, interrupt);
    this.#interrupts.add(interrupt);
    const timestamp = String(Math.floor(clock.now() / 1000));
    try {
      const response = await fetch(this.settings.url, {
        method: 'POST',
        body: event.body,
        // A redirect does not prove that the event was processed.
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          [WebhookHeader.Id]: event.id,
          [WebhookHeader.Timestamp]: timestamp,
          [WebhookHeader.Signature]: signDelivery(this.settings.secret, timestamp, event.body),
        },
        signal: abort.signal,
      });
      await response.body?.cancel();
      if (response.ok) return true;
      log.warn({ event: event.id, status: response.status }, 'a webhook was not accepted');
    } catch (error) {
      if (!this.#isStopping) log.warn({ event: event.id, err: error }, 'a webhook did not arrive');
    } finally {
      cancel();
      this.#interrupts.delete(interrupt);
    }
    return false;
  }

  async #pause(delayMs: number): Promise<void> {
    if (this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        this.#interrupts.delete(end);
        resolve();
      };
      const cancel = this.ports.clock.after(delayMs, end);
      this.#interrupts.add(end);
    });
  }

  async #trim(): Promise<void> {
    const { clock, log, store } = this.ports;
    // Conferences without recent warnings are removed.
    for (const [id, at] of this.#toldAt) if (clock.now() - at >= TRIM_INTERVAL_MS) this.#toldAt.delete(id);
    try {
      const dropped = await store.trim(clock.now() - this.settings.retentionMs, this.settings.maxQueue);
      if (dropped > 0) this.gaveUp(dropped, 'undelivered');
    } catch (error) {
      log.warn({ err: error }, 'old webhooks could not be dropped');
    }
  }
}
