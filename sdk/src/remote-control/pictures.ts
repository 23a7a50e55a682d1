import type { Dispose } from '../core/clock.js';
import { everyPicture, FRAME_RATE } from './picture-clock.js';

/** Transformation of a camera's video before it is sent. */
export interface PictureEffect {
  /** 1 is the whole frame; higher factors show its centre. */
  readonly zoom: number;
  /** True if the last frame is repeated. */
  readonly isFrozen: boolean;
}

/**
 * Processed video of a camera. Its track stands for the camera: it reports the camera's settings, and stopping it or
 * the end of the camera ends both.
 */
export interface PicturePipeline {
  readonly track: MediaStreamTrack;
  apply(effect: PictureEffect): void;
  /** Stops the sent track, and keeps the camera's own running. */
  detach(): void;
}

/** Implementation for changing and capturing frames; by default in a canvas of the page. */
export interface PicturePort {
  /**
   * Resolves when there is a frame to send. Until it is detached, stopping the pipeline's track stops the camera's
   * track as well and calls `onStopped`: the sender of the track may stop it at any time.
   */
  open(camera: MediaStreamTrack, onStopped: () => void): Promise<PicturePipeline>;
  /** The current frame of a track, as a `data:` URL of at most this many characters. */
  capture(track: MediaStreamTrack, maxLength: number): Promise<string>;
}

/** Tried in order until the image is small enough: JPEG quality and scale of its width and height. */
const CAPTURE_STEPS = [[0.92, 1], [0.8, 1], [0.6, 1], [0.6, 0.5], [0.5, 0.25], [0.3, 0.125]] as const; // prettier-ignore

async function play(track: MediaStreamTrack): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  await video.play();
  return video;
}

function stopPlaying(video: HTMLVideoElement): void {
  video.pause();
  video.srcObject = null;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser has no canvas');
  return context;
}

const newCanvas = (): CanvasRenderingContext2D => contextOf(document.createElement('canvas'));

type Picture = HTMLVideoElement | HTMLCanvasElement;

/** Draws the centre of a frame over the whole canvas, which takes the size of the frame, or a fraction of it. */
function draw({
  canvas,
  ...rest
}: {
  canvas: HTMLCanvasElement;
  picture: Picture;
  zoom?: number;
  part?: number;
}): void {
  const { picture, zoom = 1, part = 1 } = rest;
  const isVideo = 'videoWidth' in picture;
  const [width, height] = isVideo ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const [toWidth, toHeight] = [Math.round(width * part), Math.round(height * part)];
  if (toWidth === 0 || toHeight === 0) return;
  // Setting a size clears the canvas, even the same size.
  if (canvas.width !== toWidth || canvas.height !== toHeight)
    Object.assign(canvas, { width: toWidth, height: toHeight });
  const [fromWidth, fromHeight] = [width / zoom, height / zoom];
  const [left, top] = [(width - fromWidth) / 2, (height - fromHeight) / 2];
  contextOf(canvas).drawImage(picture, left, top, fromWidth, fromHeight, 0, 0, toWidth, toHeight);
}

class CanvasPipeline implements PicturePipeline {
  readonly track: MediaStreamTrack;
  readonly #camera: MediaStreamTrack;
  readonly #video: HTMLVideoElement;
  readonly #shown = document.createElement('canvas');
  readonly #still = document.createElement('canvas');
  readonly #stopDrawing: Dispose;
  #effect: PictureEffect = { zoom: 1, isFrozen: false };

  constructor(camera: MediaStreamTrack, video: HTMLVideoElement, onStopped: () => void) {
    this.#camera = camera;
    this.#video = video;
    this.#draw();
    const [track] = this.#shown.captureStream(FRAME_RATE).getVideoTracks();
    if (!track) throw new Error('this browser can not send a canvas');
    this.track = track;
    track.contentHint = camera.contentHint;
    // Callers treat the track as the camera's: it identifies the device, and stopping it stops the device.
    Object.assign(track, {
      stop: () => {
        this.detach();
        camera.stop();
        onStopped();
      },
      getSettings: () => camera.getSettings(),
      getConstraints: () => camera.getConstraints(),
    });
    camera.addEventListener('ended', this.#ended);
    this.#stopDrawing = everyPicture(camera, () => this.#draw());
  }

  apply(effect: PictureEffect): void {
    if (effect.isFrozen && !this.#effect.isFrozen) draw({ canvas: this.#still, picture: this.#video });
    this.#effect = effect;
    this.#draw();
  }

  detach(): void {
    this.#stopDrawing();
    this.#camera.removeEventListener('ended', this.#ended);
    stopPlaying(this.#video);
    // From now on stopping it affects only itself.
    Object.assign(this.track, { stop: MediaStreamTrack.prototype.stop });
    this.track.stop();
  }

  /** Also draws a frozen frame again, so that late subscribers receive one. */
  #draw(): void {
    const { zoom, isFrozen } = this.#effect;
    draw({ canvas: this.#shown, picture: isFrozen ? this.#still : this.#video, zoom });
  }

  readonly #ended = (): void => {
    this.track.stop();
    this.track.dispatchEvent(new Event('ended'));
  };
}

/** Changes and captures frames in canvases of the page. */
export const pagePictures: PicturePort = {
  async open(camera, onStopped) {
    const video = await play(camera);
    try {
      return new CanvasPipeline(camera, video, onStopped);
    } catch (error) {
      stopPlaying(video);
      throw error;
    }
  },

  async capture(track, maxLength) {
    const video = await play(track);
    try {
      const { canvas } = newCanvas();
      for (const [quality, part] of CAPTURE_STEPS) {
        draw({ canvas, picture: video, part });
        const url = canvas.toDataURL('image/jpeg', quality);
        if (url.length <= maxLength) return url;
      }
      throw new Error('the picture is too large to be sent');
    } finally {
      stopPlaying(video);
    }
  },
};
