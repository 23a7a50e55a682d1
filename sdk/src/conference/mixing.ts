import type { Dispose } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import type { LinkState } from '../link/transitions.js';
import { MIXED_AUDIO_STREAM_ID, Role, StreamType } from '../protocol/index.js';
import type { ConferenceContext } from './context.js';
import type { Subscriptions } from './subscriptions.js';
import type { StreamSnapshot } from './types.js';

/** Stream "0", which no server announces. */
const MIXED_STREAM: StreamSnapshot = {
  id: MIXED_AUDIO_STREAM_ID,
  memberId: '',
  memberName: '',
  type: StreamType.AudioMixer,
  isLocal: false,
  name: undefined,
  ext: undefined,
  audioMuted: false,
  videoMuted: true,
  version: 0,
  videoCodecs: [],
  resolution: undefined,
  link: 'idle',
  wanted: undefined,
  mediaStream: undefined,
};

const CONNECTED: readonly LinkState[] = ['connecting', 'linked', 'weak'];

/**
 * Who publishes nothing to the mix of a LIVE conference hears it as stream "0" (spec §4): subscribed as soon as the
 * member is in, dropped when the mix comes with an own publication, subscribed again when that ends.
 */
export class Mixing {
  readonly #context: ConferenceContext;
  readonly #subscriptions: Subscriptions;
  readonly #stop: Dispose;
  #ready: Promise<unknown> | undefined;
  /** State and role in which it was subscribed last: what fails is tried again when they change, not before. */
  #occasion = '';

  constructor(context: ConferenceContext, subscriptions: Subscriptions) {
    this.#context = context;
    this.#subscriptions = subscriptions;
    this.#stop = context.board.store.subscribe(() => this.#update());
  }

  /** Settles with the first subscription of an audience member, whose joining waits for its media. */
  get ready(): Promise<unknown> | undefined {
    return this.#ready;
  }

  /** Idempotent. */
  close(): void {
    this.#stop();
  }

  #update(): void {
    const { board, platform } = this.#context;
    const { state, role, streams } = board.now;
    if (state !== 'joined' && state !== 'recovering') return;
    const subscription = this.#subscriptions.get(MIXED_AUDIO_STREAM_ID);
    const own = streams.find(({ isLocal, type }) => isLocal && type === StreamType.AudioMixer);
    if (own) {
      this.#occasion = '';
      if (CONNECTED.includes(own.link)) subscription?.end();
      return;
    }
    const isAudience = role === Role.Audience;
    const occasion = `${state} ${role}`;
    if (subscription || occasion === this.#occasion) return;
    if (!isAudience && platform.limits?.needsCaptureToPlay) return;
    this.#occasion = occasion;
    const opened = this.#subscriptions.open(MIXED_STREAM, { audio: true, video: false });
    if (isAudience) this.#ready ??= opened;
    opened.catch((error: unknown) => {
      if (error instanceof LecternError && error.reason !== 'closed') board.emit('error', error);
    });
  }
}
