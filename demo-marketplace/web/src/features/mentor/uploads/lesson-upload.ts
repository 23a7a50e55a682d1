import { PIECE_MAX_BYTES, type ResponseOf, type completeUpload } from '@lectern/marketplace-contract';
import type { Upload, UploadOptions } from 'tus-js-client';
import type { MessageId } from '../../../i18n/messages.js';
import { ApiError, STORAGE_FULL_STATUS } from '../../../api/client.js';
import type { Later } from '../../../lib/later.js';
import { Store } from '../../../lib/store.js';
import { TransferRate } from './transfer-rate.js';

export const UploadState = {
  Sending: 'sending',
  /** By the mentor. */
  Paused: 'paused',
  /** For the network, or for a server that does not answer. */
  Waiting: 'waiting',
  /** For room on the server's disk. */
  Full: 'full',
  /** All bytes were sent; the server validates the file. */
  Checking: 'checking',
  Done: 'done',
  /** It will never be taken. */
  Failed: 'failed',
  Cancelled: 'cancelled',
} as const;
export type UploadState = (typeof UploadState)[keyof typeof UploadState];

/** Legal transitions. */
export const UPLOAD_MOVES: Readonly<Record<UploadState, readonly UploadState[]>> = {
  sending: ['paused', 'waiting', 'full', 'checking', 'failed', 'cancelled'],
  paused: ['sending', 'cancelled'],
  waiting: ['sending', 'paused', 'checking', 'cancelled'],
  full: ['sending', 'paused', 'cancelled'],
  checking: ['waiting', 'done', 'failed', 'cancelled'],
  done: [],
  failed: ['cancelled'],
  cancelled: [],
};

type ArrivedFile = ResponseOf<typeof completeUpload>;

export interface UploadSnapshot {
  readonly state: UploadState;
  readonly sent: number;
  /** Bytes per second; undefined until it can be estimated. */
  readonly perSecond: number | undefined;
  /** Why it failed. */
  readonly problem: MessageId | undefined;
  /** Once it is done. */
  readonly file: ArrivedFile | undefined;
}

/** The target of an upload: the signed form of a new one, or the address of one to resume. */
export type UploadPlace =
  | { readonly endpoint: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly address: string; readonly received: number };

export interface UploadPorts {
  /** Loads what speaks the protocol; it is large, and rarely wanted. */
  readonly load: () => Promise<(file: File, options: UploadOptions) => Pick<Upload, 'start' | 'abort'>>;
  /** Says to the server that all of it was sent. */
  readonly complete: (key: string) => Promise<ArrivedFile>;
  /** Looks up an upload when it is unknown whether it was created. */
  readonly find: (key: string) => Promise<{ readonly address: string; readonly received: number } | undefined>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly later: Later;
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
const PROBLEMS: Readonly<Record<number, MessageId>> = {
  403: 'mentor.upload.expired',
  404: 'mentor.upload.expired',
  429: 'mentor.upload.tooMany',
};
/** Returns true if the server refused the file itself, so that no retry would succeed. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 409 && status !== 423;

/** The resumable upload of one video. */
export class LessonUpload {
  readonly state = new Store<UploadSnapshot>({
    ...{ state: UploadState.Sending, sent: 0, perSecond: undefined, problem: undefined, file: undefined },
  });
  readonly #rate = new TransferRate();
  #place: UploadPlace;
  #wire: Pick<Upload, 'start' | 'abort'> | undefined;
  #stopWaiting: () => void = () => undefined;
  #failures = 0;
  /** Number of the current attempt; results of earlier attempts are ignored. */
  #attempt = 0;

  constructor(
    readonly key: string,
    readonly file: File,
    place: UploadPlace,
    private readonly ports: UploadPorts,
  ) {
    this.#place = place;
    if ('received' in place) this.state.update((current) => ({ ...current, sent: place.received }));
    void this.#run();
  }

  pause(): void {
    if (!this.#to(UploadState.Paused)) return;
    void this.#halt(false);
  }

  /** Goes on after a pause, or at once instead of later. */
  resume(): void {
    if (!this.#to(UploadState.Sending)) return;
    this.#stopWaiting();
    void this.#run();
  }

  /** Gives it up; the server forgets it. */
  async cancel(): Promise<void> {
    if (!this.#to(UploadState.Cancelled)) return;
    await this.#halt(true);
  }

  async #halt(isForGood: boolean): Promise<void> {
    this.#attempt += 1;
    this.#stopWaiting();
    this.#rate.reset();
    const wire = this.#wire;
    this.#wire = undefined;
    // If the server cannot be reached now, the unfinished upload expires there after some days.
    await wire?.abort(isForGood).catch(() => undefined);
  }

  async #run(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    const isLate = (): boolean => attempt !== this.#attempt;
    try {
      const open = await this.ports.load();
      // The answer to a beginning may have been lost.
      const found = this.#failures > 0 ? await this.ports.find(this.key) : undefined;
      if (isLate()) return;
      if (found !== undefined) this.#place = found;
      const place = this.#place;
      this.#wire = open(this.file, {
        ...('address' in place
          ? { uploadUrl: place.address }
          : { endpoint: place.endpoint, metadata: { ...place.fields, filename: this.file.name } }),
        chunkSize: PIECE_MAX_BYTES,
        // When to try again is decided here.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onProgress: (sent) => {
          if (!isLate()) this.#progress(sent);
        },
        onSuccess: () => {
          if (!isLate()) void this.#complete();
        },
        onError: (error) => {
          if (!isLate()) this.#broke(statusOf(error));
        },
      });
      this.#wire.start();
    } catch {
      if (!isLate()) this.#broke(0);
    }
  }

  #progress(sent: number): void {
    this.#failures = 0;
    this.#rate.note(this.ports.now(), sent);
    this.state.update((current) => ({ ...current, sent, perSecond: this.#rate.perSecond }));
  }

  #broke(status: number): void {
    if (isRefusal(status)) this.#fail(PROBLEMS[status] ?? 'mentor.file.refused');
    else this.#wait(status === STORAGE_FULL_STATUS ? UploadState.Full : UploadState.Waiting);
  }

  #wait(state: typeof UploadState.Full | typeof UploadState.Waiting): void {
    if (!this.#to(state)) return;
    this.#rate.reset();
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#stopWaiting = this.ports.later(delay, () => this.resume());
  }

  async #complete(): Promise<void> {
    if (!this.#to(UploadState.Checking)) return;
    const attempt = this.#attempt;
    try {
      const file = await this.ports.complete(this.key);
      if (attempt !== this.#attempt) return;
      this.#to(UploadState.Done);
      this.state.update((current) => ({ ...current, file }));
    } catch (error) {
      if (attempt !== this.#attempt) return;
      if (error instanceof ApiError && error.status < 500) this.#fail('mentor.file.refused');
      else this.#wait(UploadState.Waiting);
    }
  }

  #fail(problem: MessageId): void {
    if (this.#to(UploadState.Failed)) this.state.update((current) => ({ ...current, problem }));
  }

  /** False where that may not follow. */
  #to(state: UploadState): boolean {
    if (!UPLOAD_MOVES[this.state.getSnapshot().state].includes(state)) return false;
    this.state.update((current) => ({ ...current, state, perSecond: undefined }));
    return true;
  }
}

/** HTTP status of an answer that the protocol did not expect; 0 if there was none. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('originalResponse' in error)) return 0;
  const response = error.originalResponse as { getStatus(): number } | null;
  return response?.getStatus() ?? 0;
}
