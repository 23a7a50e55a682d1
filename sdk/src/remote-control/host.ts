import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { Conference } from '../conference/types.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { OP_CONTROL, type WireMessage } from '../protocol/index.js';
import { answer, argOf } from './control-responses.js';
import * as wire from './constants.js';
import type { OwnMediaState } from './host-media.js';
import type * as Parts from './host-parts.js';
import { readTiming, type ControlTiming } from './timing.js';
import type { PicturePort } from './pictures.js';
import type {
  MediaCommand,
  MediaConsent,
  MediaRequest,
  PointerAction,
  PointerConsent,
  PointerEnd,
  PointerRequest,
  PointerSnapshot,
} from './types.js';

/** Options of a {@link ControlHost}. */
export interface ControlHostOptions extends ControlTiming {
  /**
   * Decides on requests for the pointer surface of a stream. Without it all are refused (−405). A throw rejects. The
   * current controller may renew its control (same user, another control id) without a decision.
   */
  readonly allowPointer?: (request: PointerRequest) => PointerConsent | Promise<PointerConsent>;
  /** Decides on media control. Without it all commands are refused (−507). A throw refuses. */
  readonly allowMedia?: (request: MediaRequest) => MediaConsent | Promise<MediaConsent>;
  /** Switches to the other camera, e.g. `() => deviceControl.switchCamera()`. Without it −507. */
  readonly switchCamera?: (streamId: string) => Promise<unknown>;
  /** Implementation for changing and capturing frames; by default in canvases of the page. */
  readonly pictures?: PicturePort;
}

/** State of the controlled side, which the application must show visibly. */
export interface ControlHostSnapshot {
  /** Controllers and pending requests (`requesting`): at most one for each stream. `memberId` is the controller. */
  readonly pointers: readonly PointerSnapshot[];
  /** State that others set on own streams, by stream id. */
  readonly media: Readonly<Record<string, OwnMediaState>>;
  /** Members that were allowed media control for the session. */
  readonly mediaMembers: readonly string[];
}

/** Events of a {@link ControlHost}. */
export interface ControlHostEvents {
  /** A member received the control of a pointer surface. */
  controlled: (pointer: PointerSnapshot) => void;
  /** The control has ended. */
  freed: (pointer: PointerSnapshot, reason: PointerEnd) => void;
  /**
   * Actions of the controller, in order and each once; buttons and keys that are still pressed when the control ends
   * are released, before `freed`. Only listeners act on them.
   */
  actions: (pointer: PointerSnapshot, actions: readonly PointerAction[]) => void;
  /** A member captured an image of an own stream, as a `data:` URL. */
  picture: (streamId: string, dataUrl: string, memberId: string) => void;
  /** A command of a member was carried out. */
  mediaControlled: (streamId: string, command: MediaCommand, memberId: string) => void;
  /** A decision of the application (`allowPointer`, `allowMedia`) threw; the request was refused. */
  error: (error: unknown) => void;
}

/**
 * Lets other members control streams of the local member (spec §1, §4), only with consent and only as described here.
 * One for each conference; without one every request is refused.
 * @example
 * const host = new ControlHost(conference, {
 *   allowPointer: ({ member }) => confirm(`${member.nickName} wants to point. Allow?`),
 *   allowMedia: async ({ member, command }) => ((await ask(member, command)) ? 'session' : false),
 * });
 * host.on('actions', (pointer, actions) => draw(actions));
 */
export class ControlHost {
  readonly #port: ConferencePort;
  readonly #emitter = new Emitter<ControlHostEvents>();
  readonly #store = new SnapshotStore<ControlHostSnapshot>({ pointers: [], media: {}, mediaMembers: [] });
  readonly #disposables = new Disposables();
  readonly #conference: Conference;
  readonly #options: ControlHostOptions;
  readonly #timing: Required<ControlTiming>;
  #parts: { readonly pointers: Parts.HostPointers; readonly media: Parts.HostMedia } | undefined;
  #loading: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @throws {LecternError} reason `invalid-argument` for a conference that no client has joined, an interval or timeout
   * out of range.
   */
  constructor(conference: Conference, options: ControlHostOptions = {}) {
    const port = conferencePort(conference);
    this.#port = port;
    this.#conference = conference;
    this.#options = options;
    this.#timing = readTiming(options);
    this.#disposables.add(port.handle(OP_CONTROL, (message) => this.#handle(message)));
    this.#disposables.add(
      conference.state.subscribe(() => {
        this.#parts?.pointers.follow();
        this.#parts?.media.follow();
      }),
    );
    port.onClose(() => this.close());
  }

  /** Pointer controls and media states. */
  get state(): Snapshots<ControlHostSnapshot> {
    return this.#store;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof ControlHostEvents>(event: K, listener: ControlHostEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /** Ends the control of pointer surfaces at once: of this stream, or of all. */
  stop(streamId?: string): void {
    this.#parts?.pointers.end('freed', (pointer) => streamId === undefined || pointer.streamId === streamId);
  }

  /** Revokes consent: this member, or all members, lose the pointer and need a new consent for media control. */
  revoke(memberId?: string): void {
    this.#parts?.pointers.end('freed', (pointer) => memberId === undefined || pointer.memberId === memberId);
    this.#parts?.media.revoke(memberId);
  }

  /** Undoes zoom, freeze and torch: of this stream, or of all. @throws {LecternError} −507. */
  async reset(streamId?: string): Promise<void> {
    await this.#parts?.media.reset(streamId);
  }

  /** Ends every control and refuses later requests. Zoom and freeze stay; see {@link reset}. Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#disposables.close();
    this.#parts?.pointers.end('closed');
    this.#parts?.media.close();
  }

  #handle(message: WireMessage): boolean {
    const arg = argOf(message);
    const isPointer = arg.op2 === wire.OP2_POINTER;
    if (!isPointer && arg.op2 !== wire.OP2_MEDIA) return false;
    // Ignored (spec §5): a request without a sender cannot be answered.
    if (message.memId === undefined) return true;
    const { members, streams } = this.#port.context.store.now;
    const member = members.find(({ id }) => id === message.memId);
    const stream = streams.find(({ id, isLocal }) => isLocal && id === arg.streamId);
    // Other handlers may take it, e.g. the controller for the end of its control; the conference refuses the rest.
    if (!member || !stream) return false;
    const { allowPointer, allowMedia } = this.#options;
    if (!(isPointer ? allowPointer : allowMedia)) this.#refuse(message);
    else if (!this.#parts) void this.#load(message);
    else if (isPointer) this.#parts.pointers.handle(message, arg, member, stream.id);
    else void this.#parts.media.handle(message, member, stream.id);
    return true;
  }

  /** Most members never receive a request: the code of the controlled side is loaded for the first one. */
  async #load(message: WireMessage): Promise<void> {
    try {
      this.#loading ??= import('./host-parts.js').then((parts) => this.#make(parts));
      await this.#loading;
      if (!this.#isClosed && this.#handle(message)) return;
    } catch {
      // The next request loads again.
      this.#loading = undefined;
    }
    this.#refuse(message);
  }

  #refuse(message: WireMessage): void {
    const arg = argOf(message);
    if (arg.op2 === wire.OP2_MEDIA) answer(this.#port, message, wire.NOT_SUPPORTED, arg, 'not supported');
    else answer(this.#port, message, wire.NOT_ALLOWED, { cId: arg.cId }, wire.NO_SURFACE);
  }

  #make({ HostPointers, HostMedia }: typeof Parts): void {
    const emitter = this.#emitter;
    const { allowPointer = () => false, allowMedia = () => false, switchCamera, pictures } = this.#options;
    const common = {
      conference: this.#conference,
      port: this.#port,
      onChange: () => this.#show(),
      onError: (error: unknown) => emitter.emit('error', error),
    };
    this.#parts = {
      pointers: new HostPointers({
        ...common,
        timing: this.#timing,
        allow: allowPointer,
        onControlled: (pointer) => emitter.emit('controlled', pointer),
        onFreed: (pointer, reason) => emitter.emit('freed', pointer, reason),
        onActions: (pointer, actions) => emitter.emit('actions', pointer, actions),
      }),
      media: new HostMedia({
        ...common,
        pictures,
        allow: allowMedia,
        switchCamera,
        onPicture: (...taken) => emitter.emit('picture', ...taken),
        onDone: (...done) => emitter.emit('mediaControlled', ...done),
      }),
    };
  }

  #show(): void {
    this.#store.set({
      pointers: this.#parts?.pointers.snapshots ?? [],
      media: this.#parts?.media.states ?? {},
      mediaMembers: this.#parts?.media.members ?? [],
    });
  }
}
