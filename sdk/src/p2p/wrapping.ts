import { onAbort } from '../core/abort.js';
import type { Clock, Dispose, Random } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import {
  OP_CHANGE_SUBSCRIPTION,
  OP_RESPONSE,
  OP_STREAM_UNPUBLISHED,
  OP_TERMINATE,
  OP_UNSUBSCRIBE,
  TERMINATE_REBUILD,
  decodeObject,
  type WireMessage,
} from '../protocol/index.js';
import type { SignallingPort } from '../signalling/types.js';

/** Op of a wrapped message between the two sides of a call. */
export const OP_WRAPPED = 1004;
/** Without a response after this time, success is assumed (spec §4, §9). In ms. */
export const ASSUMED_RESPONSE_DELAY_MS = 3_000;

/** Ops that are meaningful only for a server; they are not sent (wire-conference 2.9). */
const LOCAL_OPS: readonly number[] = [OP_CHANGE_SUBSCRIPTION, OP_STREAM_UNPUBLISHED, OP_UNSUBSCRIBE];

/** Answer of the other side. */
export interface P2pReply {
  /** 0, or −554 if another device answered first. */
  readonly result: number;
  readonly message: string | undefined;
  /** True if no answer came within 3000 ms, which counts as success (spec §4). */
  readonly isAssumed: boolean;
}

const ASSUMED: P2pReply = { result: 0, message: undefined, isAssumed: true };

/** Handles a message of another member and returns the fields of its reply, which is a success by default. */
export type WrappedHandler = (
  message: WireMessage,
  from: string,
) => { readonly result: number; readonly msg: string } | void;

/** Messages between the two sides of a call, wrapped in op 1004 over the signalling socket (wire-conference 2.9). */
export class Wrapping {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #signalling: SignallingPort;
  readonly #onMessage: WrappedHandler;
  readonly #waiting = new Map<string, (reply: P2pReply) => void>();
  readonly #closing = new AbortController();

  constructor(
    { clock, random }: { readonly clock: Clock; readonly random: Random },
    signalling: SignallingPort,
    onMessage: WrappedHandler,
  ) {
    this.#clock = clock;
    this.#random = random;
    this.#signalling = signalling;
    this.#onMessage = onMessage;
  }

  /**
   * Sends to one member, or to all others. A message that is lost with the socket is sent again on the next one.
   * @throws {LecternError} reason `closed`, when the call ends before the answer.
   */
  send({ tsxId: _tsxId, memId: _memId, sessId: _sessId, ...inner }: WireMessage, to?: string): Promise<P2pReply> {
    if (LOCAL_OPS.includes(inner.op) || (inner.op === OP_TERMINATE && inner.endReason === TERMINATE_REBUILD)) {
      return Promise.resolve(ASSUMED);
    }
    // Answers repeat the id, so it must differ from the ids of the other side.
    const tsxId = `P2P${this.#random.uuid()}`;
    const message = { op: OP_WRAPPED, tsxId, ...(to !== undefined && { memId: to }), arg: JSON.stringify(inner) };
    return new Promise((resolve, reject) => {
      const answered = new AbortController();
      const cleanUp: Dispose[] = [];
      const end = (settle: () => void): void => {
        this.#waiting.delete(tsxId);
        for (const dispose of cleanUp) dispose();
        settle();
      };
      this.#waiting.set(tsxId, (reply) => {
        answered.abort(new LecternError('answered', { reason: 'closed' }));
        end(() => resolve(reply));
      });
      cleanUp.push(
        // Only assumed: while the socket is down the message stays queued for the next one.
        this.#clock.after(ASSUMED_RESPONSE_DELAY_MS, () => end(() => resolve(ASSUMED))),
        onAbort(this.#closing.signal, (error) => end(() => reject(error))),
      );
      void this.#transmit(message, answered.signal);
    });
  }

  /** A push of op 1004. */
  receive({ arg, memId = '', tsxId }: WireMessage): void {
    const inner = decodeObject(arg, 'arg') as unknown as WireMessage;
    if (inner.op === OP_RESPONSE) {
      const { result, msg } = inner;
      const code = typeof result === 'number' ? result : 0;
      const message = typeof msg === 'string' ? msg : undefined;
      this.#waiting.get(tsxId ?? '')?.({ result: code, message, isAssumed: false });
      return;
    }
    const refusal = this.#onMessage({ ...inner, memId, ...(tsxId !== undefined && { tsxId }) }, memId);
    if (tsxId === undefined) return;
    const answer = { op: OP_RESPONSE, ...(refusal ?? { result: 0 }) };
    void this.#transmit({ op: OP_WRAPPED, memId, tsxId, arg: JSON.stringify(answer) });
  }

  /** Rejects everything that is pending with reason `closed`. */
  close(error: LecternError): void {
    this.#closing.abort(error);
  }

  /** The server does not answer op 1004: the request ends by its timeout, and is repeated if it was lost. */
  async #transmit(message: WireMessage, signal?: AbortSignal): Promise<void> {
    await this.#signalling.request(message, signal ? { signal } : {}).catch((error: unknown) => {
      const isLost = error instanceof LecternError && error.reason === 'network';
      return isLost && this.#signalling.state !== 'closed' ? this.#transmit(message, signal) : undefined;
    });
  }
}
