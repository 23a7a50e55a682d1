import { conferencePort } from '../conference/port.js';
import { audienceError, stateError, type ConferenceContext } from '../conference/context.js';
import type { CallOptions, Conference, LocalStream } from '../conference/types.js';
import { Disposables } from '../core/disposables.js';
import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { IntentQueue } from '../core/intent-queue.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { wrapError } from '../link/wrap-error.js';
import type { DeviceList } from '../media/devices.js';
import { reopen } from '../media/reopen.js';
import { CAPABILITY_FAST, Role, STREAM_FAIL_CODE, type ErrorType } from '../protocol/index.js';
import { CaptureWatch } from './capture-watch.js';
import { HotPlug } from './hot-plug.js';
import type { CaptureState } from './transitions.js';
import type { CaptureSnapshot, DeviceControlEvents, DeviceControlSnapshot, HotPlugPolicy, MediaKind } from './types.js';

const KINDS = ['audio', 'video'] as const;

const NEXT_FACING: Readonly<Record<string, string>> = { user: 'environment', environment: 'user' };

const OFF: CaptureSnapshot = { state: 'off', deviceId: undefined, label: undefined };

/**
 * Camera and microphone of the local stream (spec §4): switching, changing constraints, and reacting when devices are
 * added, removed or interrupted. One per conference; it follows the stream whenever it is published. Of concurrent
 * calls the last one wins.
 * @example
 * const control = new DeviceControl(conference, client.devices);
 * await control.switchCamera();
 * control.on('gone', (kind) => show(`${kind} unplugged`));
 */
export class DeviceControl {
  readonly #conference: Conference;
  readonly #context: ConferenceContext;
  readonly #devices: DeviceList;
  readonly #isFast: boolean;
  readonly #intents = new IntentQueue();
  readonly #emitter = new Emitter<DeviceControlEvents>();
  readonly #store = new SnapshotStore<DeviceControlSnapshot>({ audio: OFF, video: OFF });
  readonly #watches: Readonly<Record<MediaKind, CaptureWatch>>;
  readonly #hotPlug: HotPlug;
  readonly #disposables = new Disposables();

  /** @throws {LecternError} reason `invalid-argument` for a conference that no client has joined. */
  constructor(conference: Conference, devices: DeviceList, policy: HotPlugPolicy = {}) {
    const port = conferencePort(conference);
    this.#conference = conference;
    this.#context = port.context;
    this.#devices = devices;
    this.#isFast = port.isGranted(CAPABILITY_FAST);
    const watch = (kind: MediaKind): CaptureWatch =>
      new CaptureWatch((state, previous) => this.#changed(kind, state, previous));
    this.#watches = { audio: watch('audio'), video: watch('video') };
    this.#hotPlug = new HotPlug({
      conference,
      devices,
      policy,
      emitter: this.#emitter,
      watches: this.#watches,
      switchTo: (kind, deviceId) => this.#run(kind, undefined, undefined, () => ({ deviceId })),
    });
    for (const dispose of [
      conference.state.subscribe(() => this.#sync()),
      devices.state.subscribe(() => this.#hotPlug.devicesChanged()),
      this.#emitter.on('gone', (kind) => this.#hotPlug.gone(kind)),
    ]) {
      this.#disposables.add(dispose);
    }
    this.#disposables.add(() => this.#intents.close());
    port.onClose(() => this.close());
    this.#sync();
    devices.refresh().catch(() => undefined);
  }

  /** Devices in use and their capture state. */
  get state(): Snapshots<DeviceControlSnapshot> {
    return this.#store;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof DeviceControlEvents>(event: K, listener: DeviceControlEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Switches to the other side of a phone (facing mode), otherwise to the next camera of the list. The stream is
   * published again after 100 ms; if the camera cannot be opened, the previous one is sent again (spec §4, §9). While
   * video is muted, the choice applies to the next capture.
   * @throws {LecternError} `switch_camera_fail` −203, with the cause; 'Audience not allow publish'.
   */
  switchCamera(options?: CallOptions): Promise<void> {
    return this.#run('video', options, 'switch_camera_fail', (current) => {
      const { facingMode, deviceId = this.#watches.video.snapshot.deviceId } = current?.getSettings() ?? {};
      const other = NEXT_FACING[facingMode ?? ''];
      if (other !== undefined) return { facingMode: { exact: other } };
      const { cameras } = this.#devices.state.getSnapshot();
      const index = cameras.findIndex((camera) => camera.deviceId === deviceId);
      const next = cameras[(index + 1) % cameras.length];
      if (!next || next.deviceId === deviceId) {
        throw new LecternError('there is no other camera', { reason: 'device-missing' });
      }
      return { deviceId: { exact: next.deviceId } };
    });
  }

  /** Switches to this camera; as {@link switchCamera}. @throws {LecternError} `switch_camera_fail` −203. */
  changeCamera(deviceId: string, options?: CallOptions): Promise<void> {
    return this.#run('video', options, 'switch_camera_fail', () => ({ deviceId: { exact: deviceId } }));
  }

  /**
   * Switches to this microphone without a gap: the stream is not published again.
   * @throws {LecternError} `open_user_media_fail` −201; the previous microphone stays in use.
   */
  changeMicrophone(deviceId: string, options?: CallOptions): Promise<void> {
    return this.#run('audio', options, undefined, () => ({ deviceId: { exact: deviceId } }));
  }

  /**
   * Changes the constraints of the camera in use, e.g. its size, or of the microphone. A camera is published again
   * after 100 ms; constraints that fail are reverted (spec §4, §9).
   * @throws {LecternError} `ChanageVideoConstraints_fail` −203, with the cause.
   */
  changeConstraints(constraints: MediaTrackConstraints, kind: MediaKind = 'video', options?: CallOptions) {
    const errorType = kind === 'video' ? 'ChanageVideoConstraints_fail' : undefined;
    return this.#run(kind, options, errorType, (current) => {
      const { deviceId } = current?.getSettings() ?? this.#watches[kind].snapshot;
      return { ...(deviceId !== undefined && { deviceId }), ...constraints };
    }, true); // prettier-ignore
  }

  /** Stops following; pending calls reject with reason `closed`. Idempotent. */
  close(): void {
    this.#disposables.close();
    for (const kind of KINDS) this.#watches[kind].reset();
    this.#show();
  }

  #run(
    kind: MediaKind,
    options: CallOptions | undefined,
    errorType: ErrorType | undefined,
    choose: (current: MediaStreamTrack | undefined) => MediaTrackConstraints,
    isWhole = false,
  ): Promise<void> {
    const intent = async (signal: AbortSignal): Promise<void> => {
      if (this.#context.store.now.role === Role.Audience) throw audienceError();
      try {
        await this.#change(kind, choose, isWhole, signal);
        this.#hotPlug.forget(kind);
      } catch (cause) {
        throw errorType === undefined || signal.aborted ? cause : wrapError(cause, errorType, STREAM_FAIL_CODE);
      }
    };
    return this.#intents.run(`${kind} ${String(isWhole)}`, intent, options?.signal);
  }

  async #change(
    kind: MediaKind,
    choose: (current: MediaStreamTrack | undefined) => MediaTrackConstraints,
    isWhole: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const stream = this.#stream();
    const current = this.#trackOf(stream, kind);
    const { deviceId: _, facingMode: __, ...kept } = (current ?? this.#watches[kind].track)?.getConstraints() ?? {};
    const constraints = { ...(isWhole ? {} : kept), ...choose(current) };
    if (!current) return stream.setSource(kind, constraints, { signal });
    const port = this.#context.platform.media;
    const release = (): Promise<void> =>
      kind === 'video' ? stream.muteVideo({ release: true }) : stream.muteAudio({ release: true });
    await reopen({ port, stream, kind, current, constraints, republish: kind === 'video', signal, release });
    this.#devices.noteCapture('granted', this.#isFast ? 0 : undefined);
    this.#sync();
  }

  #stream(): LocalStream {
    const stream = this.#conference.localStream();
    if (!stream) throw stateError('publish camera and microphone first', 'pub stream not exsits.');
    return stream;
  }

  #trackOf(stream: LocalStream | undefined, kind: MediaKind): MediaStreamTrack | undefined {
    return stream?.deviceTrack(kind);
  }

  #sync(): void {
    const stream = this.#conference.localStream();
    for (const kind of KINDS) {
      const watch = this.#watches[kind];
      if (stream) watch.update(this.#trackOf(stream, kind), !stream.snapshot[`${kind}Muted`]);
      else watch.reset();
    }
    this.#show();
  }

  #changed(kind: MediaKind, state: CaptureState, previous: CaptureState): void {
    this.#show();
    const { snapshot } = this.#watches[kind];
    if (state === 'gone') this.#emitter.emit('gone', kind, snapshot);
    if (state === 'interrupted') this.#emitter.emit('interrupted', kind, snapshot);
    if (state === 'live' && previous === 'interrupted') this.#emitter.emit('resumed', kind, snapshot);
    if (state === 'live' && previous === 'gone') this.#emitter.emit('restored', kind, snapshot);
  }

  #show(): void {
    this.#store.update((shown) => {
      const next = { audio: this.#watches.audio.snapshot, video: this.#watches.video.snapshot };
      return JSON.stringify(next) === JSON.stringify(shown) ? shown : next;
    });
  }
}
