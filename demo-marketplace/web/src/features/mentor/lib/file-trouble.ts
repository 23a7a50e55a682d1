import { CLIP_MAX_SECONDS, UploadType } from '@lectern/marketplace-contract';
import type { MessageId } from '../../../i18n/messages.js';
import { fileProblem } from '../../../lib/upload-file.js';

const TOO_LARGE: Readonly<Partial<Record<UploadType, MessageId>>> = {
  [UploadType.Image]: 'mentor.image.tooLarge',
  [UploadType.Document]: 'mentor.image.tooLarge',
  [UploadType.Clip]: 'mentor.clip.tooLarge',
  [UploadType.Video]: 'mentor.video.tooLarge',
  [UploadType.File]: 'mentor.unit.file.hint',
};
const WRONG_TYPE: Readonly<Partial<Record<UploadType, MessageId>>> = {
  [UploadType.Image]: 'mentor.image.wrongType',
  [UploadType.Document]: 'mentor.image.wrongType',
  [UploadType.Clip]: 'mentor.clip.wrongType',
  [UploadType.Video]: 'mentor.clip.wrongType',
  [UploadType.File]: 'mentor.unit.file.hint',
};

/** The duration in the metadata of a video, in seconds; undefined if this browser cannot read it. */
function secondsOf(file: File): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.preload = 'metadata';
  return new Promise<number | undefined>((resolve) => {
    video.addEventListener('loadedmetadata', () =>
      resolve(Number.isFinite(video.duration) ? video.duration : undefined),
    );
    video.addEventListener('error', () => resolve(undefined));
    video.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

/** Checks a file against the rules of the server, as far as the browser can; undefined if it finds no problem. */
export async function fileTrouble(type: UploadType, file: File): Promise<MessageId | undefined> {
  const problem = fileProblem(type, file);
  if (problem === 'too-large') return TOO_LARGE[type] ?? 'problem.too-large';
  if (problem !== undefined) return WRONG_TYPE[type] ?? 'problem.wrong-type';
  if (type !== UploadType.Clip) return undefined;
  const seconds = await secondsOf(file);
  return seconds !== undefined && seconds >= CLIP_MAX_SECONDS ? 'mentor.clip.tooLong' : undefined;
}
