import type { Dispose, MemberSnapshot } from '@lectern/rtc';
import type {
  MediaCommand,
  MediaConsent,
  MediaRequest,
  PointerConsent,
  PointerRequest,
} from '@lectern/rtc/remote-control';

/** A member requests control of a stream of the local member, and waits for the decision for up to 30 s. */
export interface ControlRequest {
  /** Distinguishes it from other requests. */
  readonly id: string;
  readonly streamId: string;
  readonly member: MemberSnapshot;
  /** Command for the camera; undefined for a request of the pointer surface. */
  readonly command: MediaCommand | undefined;
  /**
   * Allows the request. For commands to the camera: only this one, or with `session` all of this member on this stream
   * until they are stopped. Has no effect once the request has expired.
   */
  grant(duration?: 'once' | 'session'): void;
  /** Refuses the request (−402). */
  refuse(): void;
}

interface Waiting {
  readonly request: ControlRequest;
  settle(isGranted: boolean, duration?: 'once' | 'session'): void;
}

/** Requests to the local member, oldest first. */
export class ControlRequests {
  #waiting: readonly Waiting[] = [];
  #list: readonly ControlRequest[] = [];
  #lastId = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** A new list after each change. */
  get list(): readonly ControlRequest[] {
    return this.#list;
  }

  readonly allowPointer = (request: PointerRequest): Promise<PointerConsent> =>
    new Promise((resolve) => this.#add(request, undefined, (isGranted) => resolve(isGranted)));

  readonly allowMedia = (request: MediaRequest): Promise<MediaConsent> =>
    new Promise((resolve) => {
      const { command, streamId, member } = request;
      this.#add(request, command, (isGranted, duration) => {
        const isForAll = isGranted && duration === 'session';
        resolve(isForAll ? 'session' : isGranted);
        if (!isForAll) return;
        // Pending requests of the same member for this stream are allowed as well.
        for (const other of this.#waiting) {
          const { request: asked } = other;
          if (asked.command && asked.streamId === streamId && asked.member.id === member.id) other.settle(true);
        }
      });
    });

  #add(
    { streamId, member, signal }: PointerRequest | MediaRequest,
    command: ControlRequest['command'],
    resolve: Waiting['settle'],
  ): void {
    const settle: Waiting['settle'] = (isGranted, duration) => {
      if (!this.#waiting.includes(waiting)) return;
      this.#set(this.#waiting.filter((other) => other !== waiting));
      stop();
      resolve(isGranted, duration);
    };
    const request: ControlRequest = {
      id: String(++this.#lastId),
      streamId,
      member,
      command,
      grant: (duration) => settle(true, duration),
      refuse: () => settle(false),
    };
    const waiting: Waiting = { request, settle };
    const stop = onAbort(signal, () => settle(false));
    if (!signal.aborted) this.#set([...this.#waiting, waiting]);
  }

  #set(waiting: readonly Waiting[]): void {
    this.#waiting = waiting;
    this.#list = waiting.map(({ request }) => request);
    this.#onChange();
  }
}

function onAbort(signal: AbortSignal, listener: () => void): Dispose {
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
