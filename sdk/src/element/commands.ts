import { argumentError } from '../conference/context.js';
import type {
  CallOptions,
  Conference,
  LocalStream,
  MediaKinds,
  MuteOptions,
  StreamSnapshot,
} from '../conference/types.js';
import { LecternError } from '../core/errors.js';
import { elementArea, PICTURE_UNITS, placeIn, pointToUnits } from '../media/picture-area.js';
import { takePicture, type Picture, type PictureOptions } from '../recorder/picture.js';
import type { MediaPoint, PointerControl } from '../remote-control/index.js';
import type { ElementOptions } from './types.js';

/** Point of the window, e.g. a click. */
export interface WindowPoint {
  readonly clientX: number;
  readonly clientY: number;
}

const missing = (what: string): LecternError => new LecternError(what, { reason: 'unsupported' });

/** Commands of an element for its stream (spec §2). */
export abstract class ElementCommands {
  /** Element that shows the stream. */
  readonly element: HTMLMediaElement;
  protected readonly conference: Conference;
  protected readonly options: ElementOptions;
  /**
   * Set once the stream turned out to be the local member's: it is the same object under any id that the server uses
   * for it.
   */
  protected own: LocalStream | undefined;
  readonly #streamId: string;

  constructor(element: HTMLMediaElement, conference: Conference, streamId: string, options: ElementOptions) {
    this.element = element;
    this.conference = conference;
    this.#streamId = streamId;
    this.options = options;
  }

  /** Id of the stream. */
  get streamId(): string {
    return this.own?.id || this.#streamId;
  }

  /** Current state of the stream; undefined if it does not exist. */
  get stream(): StreamSnapshot | undefined {
    return this.conference.state.getSnapshot().streams.find(({ id }) => id === this.streamId);
  }

  /** Ends the stream's connection (spec §4: UserHangup): the publication, or the subscription. Idempotent. */
  hangUp(): Promise<void> {
    return this.conference.hangUp(this.streamId);
  }

  /**
   * Stops sending video, or receiving it. @throws {LecternError} reason `invalid-state`; `voff_fail`, `sub_fail` −203.
   */
  pauseVideo(options?: MuteOptions): Promise<void> {
    return this.#pause('video', true, options);
  }

  /** Resumes sending video, or receiving it. @throws {LecternError} as {@link pauseVideo}. */
  resumeVideo(options?: CallOptions): Promise<void> {
    return this.#pause('video', false, options);
  }

  /**
   * Stops sending audio, or receiving it. @throws {LecternError} reason `invalid-state`; `aoff_fail`, `sub_fail` −203.
   */
  pauseAudio(options?: MuteOptions): Promise<void> {
    return this.#pause('audio', true, options);
  }

  /** Resumes sending audio, or receiving it. @throws {LecternError} as {@link pauseAudio}. */
  resumeAudio(options?: CallOptions): Promise<void> {
    return this.#pause('audio', false, options);
  }

  /**
   * Switches to the next camera: the own one by `devices`, another member's by `remote`.
   * @throws {LecternError} reason `unsupported` where that was not given; `switch_camera_fail` −203.
   */
  async changeCamera(options?: CallOptions): Promise<void> {
    if (!this.stream?.isLocal) return this.#remote.switchCamera(this.streamId, options);
    const { devices } = this.options;
    if (!devices) throw missing('bind the element with `devices`, a DeviceControl, to change the camera');
    return devices.switchCamera(options);
  }

  /** Captures the frame that the element shows. @throws {LecternError} 'Not found base64 pic' (spec §8). */
  takePicture(options?: PictureOptions): Picture {
    return takePicture(this.#video, options);
  }

  /**
   * Lets the stream's owner capture an image, which is better than the received video; with `inAnswer: false` the image
   * stays there.
   * @throws {LecternError} `capture_remote_fail` −203.
   */
  async capturePicture(options?: CallOptions & { readonly inAnswer?: boolean }): Promise<string | undefined> {
    return this.#remote.capturePicture(this.streamId, options);
  }

  /** Lets the owner send one still frame, or resume its video. @throws {LecternError} `freeze_remote_fail` −203. */
  async freezeFrame(isFrozen: boolean, options?: CallOptions): Promise<void> {
    return this.#remote.freezeFrame(this.streamId, isFrozen, options);
  }

  /** Sets the owner's zoom; 1 is the whole frame, lower values are ignored (spec §5). @throws {LecternError} −203. */
  async zoom(factor: number, options?: CallOptions): Promise<void> {
    return this.#remote.zoom(this.streamId, factor, options);
  }

  /** Switches the torch of the owner's camera. @throws {LecternError} `torch_remote_fail` −203. */
  async setTorch(isOn: boolean, options?: CallOptions): Promise<void> {
    return this.#remote.setTorch(this.streamId, isOn, options);
  }

  /**
   * Lets the owner's camera focus on and expose for a point of the frame, e.g. that of a click on the element.
   * @throws {LecternError} reason `invalid-argument` outside of the frame (spec §5); `focusexpo_remote_fail` −203.
   */
  async focusAt(place: WindowPoint | MediaPoint, options?: CallOptions): Promise<void> {
    const remote = this.#remote;
    return remote.focusAt(this.streamId, 'clientX' in place ? this.pointAt(place) : place, options);
  }

  /**
   * Maps a point of the window to a point of the frame, regardless of letterbox, crop and mirroring of the element.
   * @throws {LecternError} reason `invalid-argument` outside of the frame.
   */
  pointAt(place: WindowPoint): MediaPoint {
    const video = this.#video;
    const { isMirrored = false } = this.options;
    const units = pointToUnits(elementArea(video), placeIn(video, place), isMirrored);
    if (!units) throw argumentError('that place is beside the picture');
    return { x: units.x / PICTURE_UNITS, y: units.y / PICTURE_UNITS, isMirrored };
  }

  /** Requests control of the stream's pointer. @throws {LecternError} −402 rejected, −403 busy, −405, −408, −507. */
  async startControl(options?: CallOptions): Promise<PointerControl> {
    return this.#remote.control(this.streamId, options);
  }

  /** Ends the control of this stream on either side. Idempotent. */
  async freeControl(): Promise<void> {
    this.options.host?.stop(this.streamId);
    await this.options.remote?.pointer(this.streamId)?.stop();
  }

  get #remote() {
    const { remote } = this.options;
    if (!remote) throw missing('bind the element with `remote`, a RemoteController, to control the stream');
    return remote;
  }

  get #video(): HTMLVideoElement {
    if ('videoWidth' in this.element) return this.element as HTMLVideoElement;
    throw argumentError('the element plays sound only');
  }

  async #pause(kind: keyof MediaKinds, isPaused: boolean, options: MuteOptions = {}): Promise<void> {
    const { stream } = this;
    const own = stream?.isLocal ? this.conference.localStream(stream.type) : undefined;
    if (own) return own[MUTES[kind][isPaused ? 0 : 1]](options);
    const received = this.conference.remoteStream(this.streamId);
    if (!received) throw new LecternError('subscribe the stream first', { reason: 'invalid-state' });
    const wanted = stream?.wanted ?? { audio: true, video: true };
    return received.setWanted({ ...wanted, [kind]: !isPaused }, options);
  }
}

const MUTES = {
  audio: ['muteAudio', 'unmuteAudio'],
  video: ['muteVideo', 'unmuteVideo'],
} as const satisfies Readonly<Record<keyof MediaKinds, readonly (keyof LocalStream)[]>>;
