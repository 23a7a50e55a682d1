import { onAbort, race } from '../core/abort.js';
import { LecternError } from '../core/errors.js';
import { IntentQueue } from '../core/intent-queue.js';
import { Role, STREAM_FAIL_CODE } from '../protocol/index.js';
import { argumentError, requireOpen, type ConferenceContext } from './context.js';
import { loadStreamParts } from './parts.js';
import type { Subscription } from './subscription.js';
import type { CallOptions, MediaKinds, StreamSnapshot, SubscribeOptions } from './types.js';

type StreamParts = Awaited<ReturnType<typeof loadStreamParts>>;

interface OpenOptions extends CallOptions {
  /** Called when the media was replaced, and when the subscription has ended. */
  readonly onChange?: () => void;
}

/** Subscriptions of the local member. */
export class Subscriptions {
  readonly #context: ConferenceContext;
  readonly #byId = new Map<string, Subscription>();
  /** Safari opens one subscription at a time (spec §4). */
  readonly #queue: IntentQueue | undefined;
  #parts: StreamParts | undefined;

  constructor(context: ConferenceContext) {
    this.#context = context;
    if (context.platform.limits?.opensOneSubscription) this.#queue = new IntentQueue();
  }

  /** Loads what subscriptions need. @throws {LecternError} `join_fail` −200. */
  async load(): Promise<StreamParts> {
    return (this.#parts ??= await loadStreamParts());
  }

  all(): Subscription[] {
    return [...this.#byId.values()];
  }

  get(id: string): Subscription | undefined {
    return this.#byId.get(id);
  }

  /** @throws {LecternError} with the messages of spec §8; `sub_fail` −203. */
  async subscribe(stream: StreamSnapshot | string, options: SubscribeOptions = {}): Promise<Subscription> {
    const id = typeof stream === 'string' ? stream : stream.id;
    const { audio = true, video = true } = options;
    requireOpen(this.#context.store.now);
    const known = this.#context.streams.get(id);
    if (!known) throw argumentError('this stream has ended or never existed', 'pub stream not exsits.');
    if (known.isLocal) throw argumentError(`the stream ${id} is your own: attach it instead`);
    this.#requirePlayable();
    return this.open(known, { audio, video }, options);
  }

  /** The same for a stream that the server need not have announced. */
  async open(known: StreamSnapshot, { audio, video }: MediaKinds, options: OpenOptions = {}): Promise<Subscription> {
    const { id } = known;
    const { signal, onChange } = options;
    const { Subscription } = this.#parts ?? (await this.load());
    const existing = this.#byId.get(id);
    const onEnd = (ended: Subscription): void => {
      if (this.#byId.get(id) === ended) this.#byId.delete(id);
      onChange?.();
    };
    const subscription = existing ?? new Subscription(this.#context, known, { audio, video }, onEnd, onChange);
    this.#byId.set(id, subscription);
    subscription.waiters += 1;
    const stopListening = onAbort(signal, (error) => {
      // Other waiting or completed calls keep the subscription.
      if (--subscription.waiters === 0 && !subscription.isOpen) subscription.end('terminate', error);
    });
    try {
      const opened = this.#queue ? this.#queue.run(id, () => subscription.start()) : subscription.start();
      await race(opened, { signal });
      if (existing) await subscription.setWanted({ audio, video }, options);
      return subscription;
    } finally {
      stopListening();
      if (!signal?.aborted) subscription.waiters -= 1;
    }
  }

  /** The stream or its publisher has left. */
  remove(id: string): void {
    this.#byId.get(id)?.end('unsubscribe');
  }

  /** The stream was published again (another `sver`). */
  republished(id: string): void {
    void this.#byId.get(id)?.link.rebuild({ farewell: 'unsubscribe' });
  }

  /** Ends all subscriptions permanently without notifying the server. */
  close(error: LecternError): void {
    this.#queue?.close(error);
    for (const subscription of this.all()) subscription.end('none', error);
  }

  /** Safari cannot subscribe before publishing (spec §5). */
  #requirePlayable(): void {
    const { store, platform } = this.#context;
    const { role, streams } = store.now;
    // Audience can never publish, so the rule would exclude it.
    if (!platform.limits?.needsCaptureToPlay || role === Role.Audience || streams.some(({ isLocal }) => isLocal))
      return;
    throw new LecternError('Safari plays nothing before it captures: publish first', {
      reason: 'unsupported',
      errorType: 'sub_fail',
      code: STREAM_FAIL_CODE,
      specMessage: 'Safari not allow subscribe before publish',
    });
  }
}
