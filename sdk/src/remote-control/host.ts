import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { Conference, MemberSnapshot } from '../conference/types.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { OP_CONTROL, type WireMessage } from '../protocol/index.js';
import { answer, argOf } from './answers.js';
import * as wire from './constants.js';
import type { HostMedia, OwnMediaState } from './host-media.js';
import { HostPointers } from './host-pointers.js';
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

/** What a {@link ControlHost} lets others do. */
export interface ControlHostOptions {
  /** Decides who gets the pointer surface of a stream. Without it nobody does (−405). A throw rejects. */
  readonly allowPointer?: (request: PointerRequest) => PointerConsent | Promise<PointerConsent>;
  /** Decides about media control. Without it there is none (−507). A throw refuses. */
  readonly allowMedia?: (request: MediaRequest) => MediaConsent | Promise<MediaConsent>;
  /** Uses the other camera, e.g. `() => deviceControl.switchCamera()`. Without it −507. */
  readonly switchCamera?: (streamId: string) => Promise<unknown>;
  /** How pictures are changed and taken; by default in canvases of the page. */
  readonly pictures?: PicturePort;
}

/** How the local member is controlled at one moment: what a visible sign must show. */
export interface ControlHostSnapshot {
  /** Who controls, and who asks for it (`requesting`): at most one for each stream. `memberId` is the controller. */
  readonly pointers: readonly PointerSnapshot[];
  /** What others made of the own streams, by stream id. */
  readonly media: Readonly<Record<string, OwnMediaState>>;
  /** Members that were allowed media control for the session. */
  readonly mediaMembers: readonly string[];
}

/** Moments of a {@link ControlHost}. */
export interface ControlHostEvents {
  /** A member was given the control of a pointer surface. */
  controlled: (pointer: PointerSnapshot) => void;
  /** The control is over. */
  freed: (pointer: PointerSnapshot, reason: PointerEnd) => void;
  /** What the controller did, in order and each once. Nothing is done with it but what listeners do. */
  actions: (pointer: PointerSnapshot, actions: readonly PointerAction[]) => void;
  /** A member took a picture of an own stream, as a `data:` URL. */
  picture: (streamId: string, dataUrl: string, memberId: string) => void;
  /** A command of a member was carried out. */
  mediaControlled: (streamId: string, command: MediaCommand, memberId: string) => void;
  /** A decision of the application threw. */
  error: (error: unknown) => void;
}

/**
 * Lets other members control streams of the local member (spec §1, §4): nothing without consent, nothing but what is
 * described here. One for each conference; without one every request is refused.
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
  readonly #pointers: HostPointers;
  readonly #conference: Conference;
  readonly #options: ControlHostOptions;
  #media: HostMedia | undefined;
  #loading: Promise<HostMedia> | undefined;
  #isClosed = false;

  /** @throws {LecternError} reason `invalid-argument` for a conference that no client has joined. */
  constructor(conference: Conference, options: ControlHostOptions = {}) {
    const port = conferencePort(conference);
    this.#port = port;
    this.#conference = conference;
    this.#options = options;
    this.#pointers = new HostPointers({
      conference,
      port,
      allow: options.allowPointer,
      onChange: () => this.#show(),
      onControlled: (pointer) => this.#emitter.emit('controlled', pointer),
      onFreed: (pointer, reason) => this.#emitter.emit('freed', pointer, reason),
      onActions: (pointer, actions) => this.#emitter.emit('actions', pointer, actions),
      onError: (error) => this.#emitter.emit('error', error),
    });
    this.#disposables.add(port.handle(OP_CONTROL, (message) => this.#handle(message)));
    this.#disposables.add(
      conference.state.subscribe(() => {
        this.#pointers.follow();
        this.#media?.follow();
      }),
    );
    port.onClose(() => this.close());
  }

  /** Who controls what. */
  get state(): Snapshots<ControlHostSnapshot> {
    return this.#store;
  }

  /** Listens to an event; returns its undoing. */
  on<K extends keyof ControlHostEvents>(event: K, listener: ControlHostEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /** Ends the control of pointer surfaces at once: of this stream, or of all. */
  stop(streamId?: string): void {
    this.#pointers.end('freed', (pointer) => streamId === undefined || pointer.streamId === streamId);
  }

  /** Takes consent back: this member, or everybody, loses the pointer and is asked about again for media control. */
  revoke(memberId?: string): void {
    this.#pointers.end('freed', (pointer) => memberId === undefined || pointer.memberId === memberId);
    this.#media?.revoke(memberId);
  }

  /** Undoes zoom, standing picture and torch: of this stream, or of all. @throws {LecternError} −507. */
  async reset(streamId?: string): Promise<void> {
    await this.#media?.reset(streamId);
  }

  /** Ends every control and refuses what comes. What was zoomed or frozen stays so; see {@link reset}. Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#disposables.close();
    this.#pointers.end('closed');
    this.#media?.close();
  }

  #handle(message: WireMessage): boolean {
    const arg = argOf(message);
    const isPointer = arg.op2 === wire.OP2_POINTER;
    if (!isPointer && arg.op2 !== wire.OP2_MEDIA) return false;
    // Ignored (spec §5): there is nobody to answer.
    if (message.memId === undefined) return true;
    const { members, streams } = this.#port.context.board.now;
    const member = members.find(({ id }) => id === message.memId);
    const stream = streams.find(({ id, isLocal }) => isLocal && id === arg.streamId);
    if (member && stream && isPointer) this.#pointers.handle(message, arg, member, stream.id);
    else if (member && stream) void this.#command(message, member, stream.id);
    else if (isPointer) this.#pointers.refuse(message, arg);
    else answer(this.#port, message, wire.NOT_SUPPORTED, arg, 'there is no such stream');
    return true;
  }

  /** Most members are never asked: what carries commands out is loaded for the first one. */
  async #command(message: WireMessage, member: MemberSnapshot, streamId: string): Promise<void> {
    try {
      if (!this.#options.allowMedia) throw new Error('not supported');
      this.#loading ??= import('./host-media.js').then(({ HostMedia }) => (this.#media = this.#newMedia(HostMedia)));
      const media = await this.#loading;
      if (this.#isClosed) throw new Error('not supported');
      await media.handle(message, member, streamId);
    } catch (error) {
      if (!this.#media) this.#loading = undefined;
      answer(this.#port, message, wire.NOT_SUPPORTED, argOf(message), (error as Error).message);
    }
  }

  #newMedia(Media: typeof HostMedia): HostMedia {
    const { allowMedia, switchCamera, pictures } = this.#options;
    return new Media({
      conference: this.#conference,
      port: this.#port,
      pictures,
      allow: allowMedia,
      switchCamera,
      onChange: () => this.#show(),
      onPicture: (...taken) => this.#emitter.emit('picture', ...taken),
      onDone: (...done) => this.#emitter.emit('mediaControlled', ...done),
    });
  }

  #show(): void {
    this.#store.set({
      pointers: this.#pointers.snapshots,
      media: this.#media?.states ?? {},
      mediaMembers: this.#media?.members ?? [],
    });
  }
}
