import { LecternError } from '../core/errors.js';
import { mediaError } from './errors.js';

/** Options of taking a still image. */
export interface PictureOptions {
  /** Default `image/png`; browsers use PNG for an unsupported type. */
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Quality of lossy types, 0 to 1. */
  readonly quality?: number;
  /** Largest width in px; the height follows. By default the size of the frame. */
  readonly maxWidth?: number;
}

/** A still image of a video. */
export interface Picture {
  /** `data:image/…;base64,…` */
  readonly dataUrl: string;
  /** Size in px. */
  readonly width: number;
  readonly height: number;
}

const failure = (cause?: unknown): LecternError => mediaError('Not found base64 pic', cause);

/**
 * Captures the frame that a video element shows, without mirroring it.
 * @throws {LecternError} 'Not found base64 pic' (spec §8) when the element shows no frame yet, or one of another site
 * that the page may not read.
 * @example
 * const { dataUrl } = takePicture(video, { type: 'image/jpeg', quality: 0.8 });
 */
export function takePicture(video: HTMLVideoElement, options: PictureOptions = {}): Picture {
  const { type = 'image/png', quality, maxWidth = Infinity } = options;
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, maxWidth / videoWidth);
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  // An element has a size before it has a frame.
  if (!(width > 0 && height > 0) || video.readyState < video.HAVE_CURRENT_DATA) throw failure();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
    const dataUrl = canvas.toDataURL(type, quality);
    // Browsers return an empty data URL for a canvas that is too large.
    if (!dataUrl.includes(';base64,')) throw failure();
    return { dataUrl, width, height };
  } catch (cause) {
    throw cause instanceof LecternError ? cause : failure(cause);
  }
}

/** Converts an image (spec §2, capture a picture) to a Blob for {@link downloadFile} or an upload. */
export function pictureFile({ dataUrl }: Picture): Blob {
  const [head = '', data = ''] = dataUrl.split(';base64,');
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.slice('data:'.length) });
}
