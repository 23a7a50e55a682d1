import type { LocalStream } from '../conference/types.js';
import { LecternError } from '../core/errors.js';
import { isLive } from '../media/capture.js';
import type { PicturePipeline, PicturePort } from './pictures.js';

/** Capabilities of cameras that the DOM types do not know (Image Capture specification). */
interface CameraCapabilities {
  readonly zoom?: { readonly min: number; readonly max: number };
  readonly torch?: boolean;
  readonly focusMode?: readonly string[];
  readonly exposureMode?: readonly string[];
}

/** State that other members set on a stream of the local member. */
export interface CameraState {
  /** 1 is the whole frame. */
  readonly zoom: number;
  readonly isFrozen: boolean;
  readonly torch: boolean;
}

const UNTOUCHED: CameraState = { zoom: 1, isFrozen: false, torch: false };

const unsupported = (message: string): LecternError => new LecternError(message, { reason: 'unsupported', code: -507 });

/** Longest image that is sent in an answer, in characters: the server takes messages up to 256 KiB. */
const MAX_PICTURE_LENGTH = 200_000;

/**
 * Camera of one stream of the local member: zoom, torch and focus by the device if it supports them; otherwise zoom and
 * still frames by a pipeline that replaces the camera in the stream.
 */
export class Camera {
  readonly #stream: LocalStream;
  readonly #pictures: PicturePort;
  readonly #canFocusAt: boolean;
  #pipeline: { readonly picture: PicturePipeline; readonly camera: MediaStreamTrack } | undefined;
  #state = UNTOUCHED;
  #digitalZoom = 1;
  /** Track that the stream sent at the last change. */
  #touched: MediaStreamTrack | undefined;
  readonly #onChange: () => void;

  constructor(stream: LocalStream, pictures: PicturePort, supportedConstraints: object, onChange: () => void) {
    this.#stream = stream;
    this.#pictures = pictures;
    this.#onChange = onChange;
    this.#canFocusAt = 'pointsOfInterest' in supportedConstraints;
  }

  get state(): CameraState {
    return this.#state;
  }

  /** Resets the camera's state when the stream sends another track. */
  follow(): void {
    const { picture } = this.#pipeline ?? {};
    if (picture && !this.#stream.mediaStream.getTracks().includes(picture.track)) picture.track.stop();
    else if (this.#touched && this.#touched !== this.#current()) this.#forget();
  }

  /** @throws {LecternError} −507. */
  async zoom(factor: number): Promise<void> {
    const { zoom: range } = this.#capabilities();
    let byDevice = 1;
    if (range && range.min > 0) {
      const wanted = Math.min(factor, range.max / range.min);
      if (await this.#constrain({ zoom: wanted * range.min })) byDevice = wanted;
    }
    await this.#show(factor / byDevice, this.#state.isFrozen);
    this.#note({ zoom: factor });
  }

  /** @throws {LecternError} −507. */
  async freeze(isFrozen: boolean): Promise<void> {
    await this.#show(this.#digitalZoom, isFrozen);
    this.#note({ isFrozen });
  }

  /** @throws {LecternError} −507. */
  async torch(isOn: boolean): Promise<void> {
    if (this.#capabilities().torch !== true) throw unsupported('the camera has no torch');
    if (!(await this.#constrain({ torch: isOn }))) throw unsupported('the torch could not be switched');
    this.#note({ torch: isOn });
  }

  /** @throws {LecternError} −507. */
  async focus(x: number, y: number, focus: boolean, exposure: boolean): Promise<void> {
    const { focusMode = [], exposureMode = [] } = this.#capabilities();
    const modes = {
      ...(focus && focusMode.includes('single-shot') && { focusMode: 'single-shot' }),
      ...(exposure && exposureMode.includes('single-shot') && { exposureMode: 'single-shot' }),
    };
    if (!this.#canFocusAt || Object.keys(modes).length === 0) throw unsupported('the camera can not focus at a point');
    if (!(await this.#constrain({ pointsOfInterest: [{ x, y }], ...modes }))) throw unsupported('focusing failed');
  }

  /** @throws {LecternError} −507. */
  capture(): Promise<string> {
    return this.#pictures.capture(this.#sent(), MAX_PICTURE_LENGTH);
  }

  /** Restores the camera in the stream and undoes all changes. */
  async reset(): Promise<void> {
    const { zoom, torch } = this.#state;
    if (torch) await this.torch(false);
    if (this.#state.isFrozen) await this.freeze(false);
    if (zoom > 1) await this.zoom(1);
  }

  #note(change: Partial<CameraState>): void {
    this.#state = { ...this.#state, ...change };
    this.#touched = this.#current();
  }

  #forget(): void {
    this.#pipeline = undefined;
    this.#touched = undefined;
    this.#digitalZoom = 1;
    this.#state = UNTOUCHED;
    this.#onChange();
  }

  #current(): MediaStreamTrack | undefined {
    return this.#stream.mediaStream.getTracks().find((one) => one.kind === 'video' && isLive(one));
  }

  /** Track that the stream sends now. @throws {LecternError} −507. */
  #sent(): MediaStreamTrack {
    this.follow();
    const track = this.#current();
    if (!track || this.#stream.snapshot.videoMuted) throw unsupported('the stream has no picture now');
    return track;
  }

  #device(): MediaStreamTrack {
    const sent = this.#sent();
    return this.#pipeline?.camera ?? sent;
  }

  #capabilities(): CameraCapabilities {
    return (this.#device().getCapabilities?.() ?? {}) as CameraCapabilities;
  }

  /** Applies a constraint. Returns true if the device accepted it. */
  async #constrain(constraint: Readonly<Record<string, unknown>>): Promise<boolean> {
    const camera = this.#device();
    return camera.applyConstraints({ ...camera.getConstraints(), advanced: [constraint] }).then(
      () => true,
      () => false,
    );
  }

  async #show(zoom: number, isFrozen: boolean): Promise<void> {
    const sent = this.#sent();
    // The following change of the track is made here, so it must not reset the state.
    this.#touched = undefined;
    if (zoom > 1 || isFrozen) {
      if (!this.#pipeline) await this.#interpose(sent);
      this.#pipeline?.picture.apply({ zoom, isFrozen });
    } else if (this.#pipeline) {
      const { picture, camera } = this.#pipeline;
      this.#pipeline = undefined;
      picture.detach();
      await this.#stream.setSource('video', camera.getConstraints(), { track: camera });
    }
    this.#digitalZoom = zoom;
  }

  /** The stream stops the track that it sent, so the pipeline shows a copy of it. */
  async #interpose(sent: MediaStreamTrack): Promise<void> {
    const camera = sent.clone();
    try {
      const picture = await this.#pictures.open(camera, () => this.#forget());
      try {
        await this.#stream.setSource('video', camera.getConstraints(), { track: picture.track });
      } catch (error) {
        picture.detach();
        throw error;
      }
      this.#pipeline = { picture, camera };
    } catch (error) {
      camera.stop();
      throw error;
    }
  }
}
