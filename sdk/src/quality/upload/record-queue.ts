import { QualityRecordType } from '../../protocol/index.js';
import { ACKNOWLEDGES_WITHIN_RECORDS, MOST_QUEUED } from './constants.js';
import type { SampleRecord, UploadRecord } from './records.js';

interface Waiting {
  readonly record: UploadRecord;
  /** Additional fields for servers that acknowledge. */
  readonly more?: SampleRecord['more'];
  /** Assigned when it is sent first. */
  readonly counterId?: number;
}

/**
 * Records to send: waiting ones, and sent ones that may have to be sent again. A record leaves the queue only when it
 * is acknowledged, or sent to a server that does not acknowledge.
 */
export class RecordQueue {
  #waiting: Waiting[] = [];
  #sent: Required<Pick<Waiting, 'counterId'>>[] = [];
  #lastCounterId = 0;
  #acknowledges = false;

  /** True if the server acknowledges stored records. */
  get acknowledges(): boolean {
    return this.#acknowledges;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Highest counter assigned so far. */
  get sent(): number {
    return this.#lastCounterId;
  }

  get unacknowledged(): number {
    return this.#acknowledges ? this.#sent.length : 0;
  }

  /** Queues the first record, before all others and without a counter. */
  putInit(record: UploadRecord): void {
    this.#waiting.unshift({ record });
  }

  /**
   * Queues an event before other waiting records but after the first record (wire-conference 6): `time` gives the
   * order.
   */
  putEvent(record: UploadRecord): void {
    // A record that is resent keeps its place: the server expects increasing counters.
    const isNew = ({ record: known, counterId }: Waiting): boolean =>
      counterId === undefined && known.type !== QualityRecordType.Init;
    const first = this.#waiting.findIndex(isNew);
    this.#waiting.splice(first < 0 ? this.#waiting.length : Math.max(1, first), 0, { record });
  }

  /**
   * Queues a periodic record. A server that does not acknowledge takes one record per 500 ms: there the streams take
   * turns if there are more than four.
   */
  putSample({ plain, more }: SampleRecord): void {
    const isBehind = this.#waiting.some(({ record }) => record.sId === plain.sId && record.type === plain.type);
    const kept = this.#waiting.length + this.unacknowledged;
    if (kept >= MOST_QUEUED || (isBehind && !this.#acknowledges)) return;
    this.#waiting.push({ record: plain, more });
  }

  /** Returns the text of the next record, which counts as sent; undefined when none waits. */
  take(): string | undefined {
    const next = this.#waiting.shift();
    if (!next) return undefined;
    if (next.record.type === QualityRecordType.Init) return JSON.stringify(next.record);
    const counterId = next.counterId ?? ++this.#lastCounterId;
    this.#sent.push({ ...next, counterId });
    if (!this.#acknowledges && this.#sent.length > ACKNOWLEDGES_WITHIN_RECORDS) this.#sent.shift();
    return JSON.stringify({ ...next.record, ...(this.#acknowledges && next.more), counterId });
  }

  /** The server has stored everything up to this counter; −1 from a server that only announces acknowledgements. */
  acknowledge(counterId: number): void {
    this.#acknowledges = true;
    this.#sent = this.#sent.filter((sent) => sent.counterId > counterId);
  }

  /** The socket is lost: unacknowledged records are sent again, under the same counters. */
  rewind(): void {
    const isKept = this.#acknowledges || this.#lastCounterId <= ACKNOWLEDGES_WITHIN_RECORDS;
    const waiting = this.#waiting.filter(({ record }) => record.type !== QualityRecordType.Init);
    this.#waiting = [...((isKept ? this.#sent : []) as Waiting[]), ...waiting];
    this.#sent = [];
  }
}
