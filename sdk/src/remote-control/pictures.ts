import type { Dispose } from '../core/clock.js';
import { everyPicture, FRAME_RATE } from './picture-clock.js';

/** How the picture of a camera is changed before it is sent. */
export interface PictureEffect {
  /** 1 is the whole picture; more shows its middle. */
  readonly zoom: number;
  /** The last picture stays. */
  readonly isFrozen: boolean;
}

/**
 * A picture on its way from a camera to those who see it. Its track stands for the camera: it tells the camera's settings,
 * and when it is stopped or the camera ends, both are over.
 */
export interface PicturePipeline {
  readonly track: MediaStreamTrack;
  apply(effect: PictureEffect): void;
  /** Stops the track that is sent, and leaves the camera's own running. */
  detach(): void;
}

/** How pictures are changed and taken; by default in a canvas of the page. */
export interface PicturePort {
  /**
   * Resolves when there is a picture to send. Until it is detached the pipeline stops the camera's track with its own, and
   * says so: whoever sends the track may stop it at any time.
   */
  open(camera: MediaStreamTrack, onStopped: () => void): Promise<PicturePipeline>;
  /** The picture that a track shows now, as a `data:` URL of at most this many characters. */
  capture(track: MediaStreamTrack, maxLength: number): Promise<string>;
}

/** Tried one after the other until the picture is small enough: JPEG quality and part of its width and height. */
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

/** Draws the middle of a picture over the whole canvas, which gets the picture's size, or a part of it. */
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
    // Whoever has the track takes it for the camera's: the device is found again by it, and stopping it stops the device.
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
    // From now on it stands for itself.
    Object.assign(this.track, { stop: MediaStreamTrack.prototype.stop });
    this.track.stop();
  }

  /** Also what stands still: who begins to watch must get a picture. */
  #draw(): void {
    const { zoom, isFrozen } = this.#effect;
    draw({ canvas: this.#shown, picture: isFrozen ? this.#still : this.#video, zoom });
  }

  readonly #ended = (): void => {
    this.track.stop();
    this.track.dispatchEvent(new Event('ended'));
  };
}

/** Changes and takes pictures in canvases of the page. */
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
