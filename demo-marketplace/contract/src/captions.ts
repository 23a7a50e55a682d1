import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { Locale } from './enums.js';
import { FailureReason } from './envelope.js';
import { anyWords, moment, words } from './fields.js';

/** Not in the specification: most characters of the captions of one video in one language. */
export const CAPTIONS_MAX = 200_000;

const lang = z.enum(Object.values(Locale));
/** Key of a video of the mentor. */
const media = words(200);
const captionText = z.object({
  lang,
  /** WebVTT. */
  text: z.string(),
});
export type CaptionText = z.infer<typeof captionText>;

export const getCaptions = declare('/api/CourseManage/captions', {
  access: Access.Provider,
  summary: 'The captions of one of the mentor’s videos, with a link to watch it that expires.',
  request: z.object({ media }),
  response: z.object({ video: z.string(), expires_at: moment, list: z.array(captionText) }),
  reasons: [FailureReason.NotFound],
});

export const saveCaptions = declare('/api/CourseManage/captions_save', {
  access: Access.Provider,
  summary:
    'Replaces the captions of a video in one language, from WebVTT or SRT; an empty text removes them. Learners have them at once.',
  request: z.object({ media, lang, text: anyWords(CAPTIONS_MAX) }),
  response: z.object({ list: z.array(captionText) }),
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const CAPTIONS_ACTIONS: readonly AnyAction[] = [getCaptions, saveCaptions];
