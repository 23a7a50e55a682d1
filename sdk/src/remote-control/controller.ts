import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { CallOptions, Conference } from '../conference/types.js';
import { throwIfAborted } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { IntentQueue } from '../core/intent-queue.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { requestControl } from '../messages/control.js';
import { targetOf } from '../messages/accepted.js';
import { OP_CONTROL, OP_MESSAGE, STREAM_FAIL_CODE, type WireMessage } from '../protocol/index.js';
import { answer, argOf } from './answers.js';
import { encodeCommand, wordsOf } from './commands.js';
import * as wire from './constants.js';
import type { PointerControl } from './pointer-control.js';
import { controlledStream, endOf } from './targets.js';
import type {
  MediaCommand,
  MediaControlType,
  MediaPoint,
  PointerEnd,
  PointerSnapshot,
  RemoteControlFail,
  StreamRef,
} from './types.js';

/** What was asked of a stream of another member, as far as it was not refused (spec §3). */
export interface RemoteMediaState {
  readonly torch: boolean;
  readonly isFrozen: boolean;
  /** 1 is the whole picture. */
  readonly zoom: number;
}

/** What the local member controls at one moment, by stream id. */
export interface RemoteControllerSnapshot {
  readonly media: Readonly<Record<string, RemoteMediaState>>;
  readonly pointers: Readonly<Record<string, PointerSnapshot>>;
}

/** Moments of a {@link RemoteController}. */
export interface RemoteControllerEvents {
  /** A command was not carried out; what it had changed in the snapshot is taken back. Its promise rejects as well. */
  remoteControlFail: (failure: RemoteControlFail) => void;
  /** A pointer control is over. */
  pointerEnded: (pointer: PointerSnapshot, reason: PointerEnd) => void;
}

/** How a {@link RemoteController} works. */
export interface RemoteControllerOptions {
  /** Moves that are kept while the other side is slow, 1 or more; default 20. */
  readonly bufferSize?: number;
}

/** Of taking a picture. */
export interface CaptureOptions extends CallOptions {
  /** `false` leaves the picture with the owner of the stream (default `true`). */
  readonly inAnswer?: boolean;
}

const UNTOUCHED: RemoteMediaState = { torch: false, isFrozen: false, zoom: 1 };

/**
 * Controls streams of other members: their cameras (spec §1, op2 20) and their pointer surfaces (op2 30). One for each
 * conference. A stream must be subscribed to be controlled, and its owner decides about everything.
 * @example
 * const remote = new RemoteController(conference);
 * await remote.zoom(stream, 2);
 * const pointer = await remote.control(stream);
 * pointer.press('left', { x: 0.5, y: 0.5 });
 */
export class RemoteController {
  readonly #conference: Conference;
  readonly #port: ConferencePort;
  readonly #options: RemoteControllerOptions;
  readonly #emitter = new Emitter<RemoteControllerEvents>();
  readonly #store = new SnapshotStore<RemoteControllerSnapshot>({ media: {}, pointers: {} });
  readonly #pointers = new Map<string, PointerControl>();
  /** What the owners did, while the snapshot shows what they were asked. */
  readonly #done = new Map<string, RemoteMediaState>();
  readonly #intents = new Map<string, IntentQueue>();
  readonly #disposables = new Disposables();

  /** @throws {LecternError} reason `invalid-argument` for a conference that no client has joined. */
  constructor(conference: Conference, options: RemoteControllerOptions = {}) {
    this.#conference = conference;
    this.#port = conferencePort(conference);
    this.#options = options;
    this.#disposables.add(this.#port.handle(OP_CONTROL, (message) => this.#freed(message)));
    this.#disposables.add(conference.state.subscribe(() => this.#follow()));
    this.#disposables.add(
      this.#port.context.signalling.on('state', (state) => {
        if (state === 'connected') for (const control of this.#pointers.values()) control.resume();
      }),
    );
    this.#port.onClose(() => this.close());
  }

  /** What is controlled. */
  get state(): Snapshots<RemoteControllerSnapshot> {
    return this.#store;
  }

  /** Listens to an event; returns its undoing. */
  on<K extends keyof RemoteControllerEvents>(event: K, listener: RemoteControllerEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Takes a picture of the stream where it is made, and resolves with it as a `data:` URL.
   * @throws {LecternError} `capture_remote_fail` −203, with the cause ('Not found base64 pic' when none came).
   */
  async capturePicture(
    stream: StreamRef,
    { inAnswer = true, signal }: CaptureOptions = {},
  ): Promise<string | undefined> {
    const check = (arg: unknown): string | undefined => {
      const { pic } = (arg ?? {}) as { readonly pic?: unknown };
      if (!inAnswer) return undefined;
      if (typeof pic === 'string' && pic.startsWith('data:image/')) return pic;
      throw new LecternError('Not found base64 pic', { reason: 'protocol' });
    };
    return this.#command(stream, { kind: 'capture', inAnswer }, signal, {}, check);
  }

  /** Stops the picture, or lets it go on. @throws {LecternError} `freeze_remote_fail` −203, with the cause. */
  freezeFrame(stream: StreamRef, isFrozen: boolean, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'freeze', isOn: isFrozen }, signal, { isFrozen });
  }

  /** Switches the torch. @throws {LecternError} `torch_remote_fail` −203, with the cause. */
  setTorch(stream: StreamRef, isOn: boolean, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'torch', isOn }, signal, { torch: isOn });
  }

  /**
   * Zooms to a factor of the whole picture, at most 100. Below 1 it is ignored (spec §5).
   * @throws {LecternError} −203, with the cause.
   */
  async zoom(stream: StreamRef, factor: number, { signal }: CallOptions = {}): Promise<void> {
    if (Number.isNaN(factor)) throw new LecternError('zoom needs a number', { reason: 'invalid-argument' });
    const zoom = Math.min(factor, wire.MAX_ZOOM);
    if (zoom >= 1) await this.#command(stream, { kind: 'zoom', factor: zoom }, signal, { zoom });
  }

  /**
   * Focuses and exposes at a place of the picture.
   * @throws {LecternError} reason `invalid-argument` for a place that is not in the picture (spec §5);
   * `focusexpo_remote_fail` −203, with the cause.
   */
  async focusAt(stream: StreamRef, { x, y }: MediaPoint, { signal }: CallOptions = {}): Promise<void> {
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) {
      throw new LecternError('x and y must be fractions of the picture, 0 to 1', { reason: 'invalid-argument' });
    }
    await this.#command(stream, { kind: 'focus', x, y, focus: true, exposure: true }, signal);
  }

  /** Has the owner use its other camera. @throws {LecternError} `switch_camera_fail` −203, with the cause. */
  switchCamera(stream: StreamRef, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'switch-camera' }, signal);
  }

  /** Has the owner mute or unmute a kind of the stream. @throws {LecternError} `aoff_fail` or `voff_fail` −203. */
  controlMedia(stream: StreamRef, type: MediaControlType, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'media', type }, signal);
  }

  /**
   * Asks for the control of a stream's pointer surface and resolves once its owner allows it. An older control of the same
   * stream ends. An abort takes the request back.
   * @throws {LecternError} −402 rejected, −403 busy with another controller, −405 not allowed, −408 no decision within
   * 30 s, −507 the owner takes no control; 'Not allow control. cause by the stream not sub'.
   */
  async control(stream: StreamRef, { signal }: CallOptions = {}): Promise<PointerControl> {
    const { id: streamId, memberId } = controlledStream(this.#conference, stream);
    targetOf(this.#conference, memberId, [OP_MESSAGE]);
    const { PointerControl } = await import('./pointer-control.js').catch((cause: unknown) => {
      throw new LecternError('remote control could not be loaded', { reason: 'network', cause });
    });
    throwIfAborted(signal);
    const { clock, random } = this.#port.context.platform;
    const { bufferSize } = this.#options;
    const control: PointerControl = new PointerControl({
      streamId,
      memberId,
      controlId: random.uuid().slice(-6).toUpperCase(),
      clock,
      bufferSize,
      ask: (arg, until) => requestControl(this.#conference, memberId, arg, until && { signal: until }),
      onChange: () => this.#show(),
    });
    // The owner replaces the older one by itself.
    this.#pointers.get(streamId)?.lost('replaced');
    this.#pointers.set(streamId, control);
    control.on('ended', (reason) => {
      if (this.#pointers.get(streamId) === control) this.#pointers.delete(streamId);
      this.#show();
      this.#emitter.emit('pointerEnded', control.snapshot, reason);
    });
    this.#show();
    await control.request(signal);
    return control;
  }

  /** The control of this stream's surface, asked for or granted. */
  pointer(streamId: string): PointerControl | undefined {
    return this.#pointers.get(streamId);
  }

  /** Gives every pointer control back and stops following. Idempotent. */
  close(): void {
    this.#disposables.close();
    for (const control of [...this.#pointers.values()]) void control.end('closed');
    for (const queue of this.#intents.values()) queue.close();
    this.#intents.clear();
    this.#store.set({ media: {}, pointers: {} });
  }

  async #command<T = void>(
    ref: StreamRef,
    command: MediaCommand,
    signal: AbortSignal | undefined,
    change: Partial<RemoteMediaState> = {},
    check: (arg: unknown) => T = () => undefined as T,
  ): Promise<T> {
    const { id, memberId } = controlledStream(this.#conference, ref);
    const tag = `${id} ${command.kind}`;
    const queue = this.#intents.get(tag) ?? new IntentQueue();
    this.#intents.set(tag, queue);
    if (Object.keys(change).length > 0) this.#setMedia(id, change);
    return queue.run(
      JSON.stringify(command.kind === 'capture' && command.inAnswer),
      async (until) => {
        try {
          const arg = await requestControl(this.#conference, memberId, encodeCommand(id, command), { signal: until });
          const value = check(arg);
          this.#done.set(id, { ...UNTOUCHED, ...this.#done.get(id), ...change });
          return value;
        } catch (cause) {
          this.#takeBack(id, change);
          const { code: failed, reason, message } = cause as LecternError;
          if (reason === 'aborted') throw cause;
          const { type, errorType } = wordsOf(command);
          this.#emitter.emit('remoteControlFail', { streamId: id, failed, cause: cause as Error, type });
          throw new LecternError(message, { reason, code: STREAM_FAIL_CODE, errorType, cause });
        }
      },
      signal,
    );
  }

  /** What a newer command has changed meanwhile stays. */
  #takeBack(id: string, change: Partial<RemoteMediaState>): void {
    const now = this.#store.getSnapshot().media[id];
    if (!now) return;
    const before = this.#done.get(id) ?? UNTOUCHED;
    const keys = (Object.keys(change) as (keyof RemoteMediaState)[]).filter((key) => now[key] === change[key]);
    this.#setMedia(id, Object.fromEntries(keys.map((key) => [key, before[key]])));
  }

  #setMedia(id: string, change: Partial<RemoteMediaState>): void {
    this.#store.update(({ media, pointers }) => ({
      media: { ...media, [id]: { ...UNTOUCHED, ...media[id], ...change } },
      pointers,
    }));
  }

  /** Op 1002 of the other side: it ends the control (docs/wire.md). */
  #freed(message: WireMessage): boolean {
    const { op2, evt, streamId, cId } = argOf(message);
    if (op2 !== wire.OP2_POINTER || evt !== wire.EVT_RELEASE) return false;
    const control = this.#pointers.get(String(streamId));
    if (!control || control.controlId !== cId || control.snapshot.memberId !== message.memId) return false;
    answer(this.#port, message, wire.OK, { cId });
    control.lost('freed');
    return true;
  }

  #follow(): void {
    for (const control of [...this.#pointers.values()]) {
      const { streamId, memberId } = control.snapshot;
      const end = endOf(this.#port, streamId, memberId);
      if (end === 'hang-up') void control.end(end);
      else if (end) control.lost(end);
    }
    const { streams } = this.#conference.state.getSnapshot();
    const isGone = (id: string): boolean => streams.every((stream) => stream.id !== id);
    const { media } = this.#store.getSnapshot();
    const gone = Object.keys(media).filter(isGone);
    if (gone.length === 0) return;
    for (const id of gone) this.#done.delete(id);
    for (const [tag, queue] of this.#intents) {
      if (!isGone(tag.split(' ')[0] ?? '')) continue;
      queue.close();
      this.#intents.delete(tag);
    }
    const kept = Object.entries(media).filter(([id]) => !isGone(id));
    this.#store.update(({ pointers }) => ({ media: Object.fromEntries(kept), pointers }));
  }

  #show(): void {
    const pointers = Object.fromEntries([...this.#pointers].map(([id, { snapshot }]) => [id, snapshot]));
    this.#store.update(({ media }) => ({ media, pointers }));
  }
}
