import { openUserMedia } from '../media/capture.js';
import type { MediaPort } from '../platform/types.js';
import type { CallMediaOptions } from './types.js';

/** The media that the options name, or camera and microphone. @throws {LecternError} `open_user_media_fail` −201 */
export async function openCallMedia(
  port: MediaPort | undefined,
  isVideo: boolean,
  { audio = true, video = true, media, keepMedia = false }: CallMediaOptions,
  signal: AbortSignal,
): Promise<{ readonly media: MediaStream; readonly keepMedia: boolean }> {
  if (media) return { media, keepMedia };
  return { media: await openUserMedia(port, { audio, video: isVideo && video }, signal), keepMedia: false };
}
