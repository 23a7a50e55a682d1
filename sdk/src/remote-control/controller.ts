import { argumentError, closedError } from '../conference/context.js';
import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { CallOptions, Conference } from '../conference/types.js';
import { throwIfAborted } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { requestControl } from '../messages/control.js';
import { targetOf } from '../messages/accepted.js';
import { OP_CONTROL, OP_MESSAGE, STREAM_FAIL_CODE, type WireMessage } from '../protocol/index.js';
import { answer, argOf } from './control-responses.js';
import { decodeState, encodeCommand, wordsOf } from './commands.js';
import * as wire from './constants.js';
import type {
  CaptureOptions,
  RemoteControllerEvents,
  RemoteControllerOptions,
  RemoteControllerSnapshot,
  RemoteMediaState,
} from './controller-types.js';
import type { PointerControl } from './pointer-control.js';
import { controlledStream, endOf } from './targets.js';
import type { MediaCommand, MediaControlType, MediaPoint, StreamRef } from './types.js';
import { readTiming, type ControlTiming } from './timing.js';
import { PendingCommands } from './pending-commands.js';

/** Only bitmap images: no SVG with scripts, and no character that ends the attribute into which it may be written. */
const PICTURE = /^data:image\/[\w.-]+;base64,[\w+/]+=*$/;

/**
 * Controls streams of other members: their cameras (spec §1, op2 20) and their pointer surfaces (op2 30). One for each
 * conference. A stream must be subscribed to be controlled, and its owner decides on every request.
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
  readonly #timing: Required<ControlTiming>;
  readonly #emitter = new Emitter<RemoteControllerEvents>();
  readonly #store = new SnapshotStore<RemoteControllerSnapshot>({ media: {}, pointers: {} });
  readonly #pointers = new Map<string, PointerControl>();
  readonly #commands = new PendingCommands(() => this.#show());
  readonly #disposables = new Disposables();
  #isClosed = false;

  /**
   * @throws {LecternError} reason `invalid-argument`: a conference that no client has joined, an invalid buffer size, an
   * interval or timeout out of range.
   */
  constructor(conference: Conference, options: RemoteControllerOptions = {}) {
    const { bufferSize = 1 } = options;
    if (!Number.isInteger(bufferSize) || bufferSize < 1) {
      throw argumentError('bufferSize must be a whole number, 1 or more');
    }
    this.#timing = readTiming(options);
    this.#conference = conference;
    this.#port = conferencePort(conference);
    this.#options = options;
    this.#disposables.add(this.#port.handle(OP_CONTROL, (message) => this.#freed(message) || this.#confirmed(message)));
    this.#disposables.add(conference.state.subscribe(() => this.#follow()));
    this.#disposables.add(
      this.#port.context.signalling.on('state', (state) => {
        if (state === 'connected') for (const control of this.#pointers.values()) control.resume();
      }),
    );
    this.#port.onClose(() => this.close());
  }

  /** Remote controls and media states. */
  get state(): Snapshots<RemoteControllerSnapshot> {
    return this.#store;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof RemoteControllerEvents>(event: K, listener: RemoteControllerEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Captures an image of the stream at its owner, and resolves with it as a `data:` URL.
   * @throws {LecternError} `capture_remote_fail` −203, with the cause ('Not found base64 pic' when the answer has
   * none).
   */
  async capturePicture(
    stream: StreamRef,
    { inAnswer = true, signal }: CaptureOptions = {},
  ): Promise<string | undefined> {
    const check = (arg: unknown): string | undefined => {
      const { pic } = (arg ?? {}) as { readonly pic?: unknown };
      if (!inAnswer) return undefined;
      if (typeof pic === 'string' && PICTURE.test(pic)) return pic;
      throw new LecternError('Not found base64 pic', { reason: 'protocol' });
    };
    return this.#command(stream, { kind: 'capture', inAnswer }, signal, {}, check);
  }

  /** Freezes the video, or resumes it. @throws {LecternError} `freeze_remote_fail` −203, with the cause. */
  freezeFrame(stream: StreamRef, isFrozen: boolean, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'freeze', isOn: isFrozen }, signal, { isFrozen });
  }

  /** Switches the torch. @throws {LecternError} `torch_remote_fail` −203, with the cause. */
  setTorch(stream: StreamRef, isOn: boolean, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'torch', isOn }, signal, { torch: isOn });
  }

  /**
   * Zooms by a factor relative to the whole frame, at most 100. Factors below 1 are ignored (spec §5).
   * @throws {LecternError} −203, with the cause.
   */
  async zoom(stream: StreamRef, factor: number, { signal }: CallOptions = {}): Promise<void> {
    if (Number.isNaN(factor)) throw argumentError('zoom needs a number');
    const zoom = Math.min(factor, wire.MAX_ZOOM);
    if (zoom >= 1) await this.#command(stream, { kind: 'zoom', factor: zoom }, signal, { zoom });
  }

  /**
   * Focuses and exposes at a point of the frame.
   * @throws {LecternError} reason `invalid-argument` for a point outside of the frame (spec §5);
   * `focusexpo_remote_fail` −203, with the cause.
   */
  async focusAt(stream: StreamRef, { x, y }: MediaPoint, { signal }: CallOptions = {}): Promise<void> {
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) {
      throw argumentError('x and y must be fractions of the picture, 0 to 1');
    }
    await this.#command(stream, { kind: 'focus', x, y, focus: true, exposure: true }, signal);
  }

  /** Lets the owner use its other camera. @throws {LecternError} `switch_camera_fail` −203, with the cause. */
  switchCamera(stream: StreamRef, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'switch-camera' }, signal);
  }

  /** Lets the owner mute or unmute a kind of the stream. @throws {LecternError} `aoff_fail` or `voff_fail` −203. */
  controlMedia(stream: StreamRef, type: MediaControlType, { signal }: CallOptions = {}): Promise<void> {
    return this.#command(stream, { kind: 'media', type }, signal);
  }

  /**
   * Requests control of a stream's pointer surface and resolves once its owner allows it. An older control of the same
   * stream ends. An abort withdraws the request.
   * @throws {LecternError} −402 rejected, −403 busy with another controller, −405 not allowed, −408 no decision within
   * 30 s, −507 the owner takes no control; 'Not allow control. cause by the stream not sub'.
   */
  async control(stream: StreamRef, { signal }: CallOptions = {}): Promise<PointerControl> {
    this.#check(signal);
    const { id: streamId, memberId } = controlledStream(this.#conference, stream);
    targetOf(this.#conference, memberId, [OP_MESSAGE]);
    const { PointerControl } = await import('./pointer-control.js').catch((cause: unknown) => {
      throw new LecternError('remote control could not be loaded', { reason: 'network', cause });
    });
    this.#check(signal);
    const { clock, random } = this.#port.context.platform;
    const { bufferSize } = this.#options;
    const control: PointerControl = new PointerControl({
      streamId,
      memberId,
      controlId: random.uuid().slice(-6).toUpperCase(),
      clock,
      bufferSize,
      timing: this.#timing,
      ask: (arg, until) => requestControl(this.#conference, memberId, arg, until && { signal: until }),
      onChange: () => this.#show(),
    });
    // The owner replaces the older one without a message.
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

  /** The control of this stream's surface, requested or granted. */
  pointer(streamId: string): PointerControl | undefined {
    return this.#pointers.get(streamId);
  }

  /** Ends every pointer control; later calls reject (reason `closed`). Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#disposables.close();
    for (const control of [...this.#pointers.values()]) void control.end('closed');
    this.#commands.keep(() => false);
    this.#show();
  }

  /** @throws {LecternError} reason `closed` or `aborted`. */
  #check(signal: AbortSignal | undefined): void {
    if (this.#isClosed) throw closedError();
    throwIfAborted(signal);
  }

  async #command<T = void>(
    ref: StreamRef,
    command: MediaCommand,
    signal: AbortSignal | undefined,
    change: Partial<RemoteMediaState> = {},
    check: (arg: unknown) => T = () => undefined as T,
  ): Promise<T> {
    this.#check(signal);
    const { id, memberId } = controlledStream(this.#conference, ref);
    return this.#commands.run(
      id,
      {
        kind: command.kind,
        // A capture that returns the image has a different result from one that does not.
        tag: String(command.kind === 'capture' && command.inAnswer),
        change,
        ask: async (until) =>
          check(await requestControl(this.#conference, memberId, encodeCommand(id, command), { signal: until })),
        failed: (error) => this.#failed(id, command, error as LecternError),
      },
      signal,
    );
  }

  #failed(streamId: string, command: MediaCommand, cause: LecternError): LecternError {
    const { code: failed, reason, message } = cause;
    if (reason === 'aborted') return cause;
    const { type, errorType } = wordsOf(command);
    this.#emitter.emit('remoteControlFail', { streamId, failed, cause, type });
    return new LecternError(message, { reason, code: STREAM_FAIL_CODE, errorType, cause });
  }

  /** Handles op 1002 of the other side that ends the control (docs/wire.md). */
  #freed(message: WireMessage): boolean {
    const { op2, evt, streamId, cId } = argOf(message);
    if (op2 !== wire.OP2_POINTER || evt !== wire.EVT_RELEASE) return false;
    const control = this.#pointers.get(String(streamId));
    if (!control || control.controlId !== cId || control.snapshot.memberId !== message.memId) return false;
    answer(this.#port, message, wire.OK, { cId });
    control.lost('freed');
    return true;
  }

  /** Handles op 1002 of an owner: the state of its stream after a change by another member (docs/wire.md). */
  #confirmed(message: WireMessage): boolean {
    const { op2, streamId, now } = argOf(message);
    const state = decodeState(now);
    const { streams } = this.#conference.state.getSnapshot();
    const stream = streams.find(({ id, isLocal }) => id === streamId && !isLocal);
    if (op2 !== wire.OP2_MEDIA || !state || !stream || stream.memberId !== message.memId) return false;
    if (!this.#commands.confirmed(stream.id, state)) return false;
    answer(this.#port, message, wire.OK, {});
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
    this.#commands.keep((id) => streams.some((stream) => stream.id === id));
  }

  #show(): void {
    const pointers = Object.fromEntries([...this.#pointers].map(([id, { snapshot }]) => [id, snapshot]));
    this.#store.set({ media: this.#commands.states, pointers });
  }
}
