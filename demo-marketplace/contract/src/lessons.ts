import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { NOTE_MAX, NOTES_MAX, WATCHED_RANGES_MAX } from './constants.js';
import { Locale } from './enums.js';
import { FailureReason } from './envelope.js';
import { id, moment, words } from './fields.js';
import { memberSettings } from './member.js';

const second = z.int().check(z.minimum(0), z.maximum(360_000));

/** Kind of lesson: watched, read, answered or downloaded. */
export const UnitType = { Video: 'video', Article: 'article', Quiz: 'quiz', File: 'file' } as const;
export type UnitType = (typeof UnitType)[keyof typeof UnitType];

/** Everything needed to show one unit of a course to a permitted caller. */
export const lesson = z.object({
  unit_id: id,
  course_id: id,
  type: z.enum(Object.values(UnitType)),
  title_zh: z.string(),
  title_en: z.string(),
  /** Links of a video, which expire at `expires_at`. */
  sources: z.array(z.object({ type: z.string(), url: z.string(), quality: z.string() })),
  captions: z.array(z.object({ lang: z.enum(Object.values(Locale)), url: z.string() })),
  /** Sanitised HTML: the article, or the description of a file or a quiz. Empty for videos. */
  body_html: z.string(),
  /** Downloadable file, whose link expires at `expires_at`; null for other units and when no file is set. */
  file: z.nullable(z.object({ name: z.string(), mime: z.string(), size: z.number(), url: z.string() })),
  /** Length of a video, in seconds. */
  seconds: z.number(),
  /** Last position of the member, in seconds; 0 for the beginning. */
  start_at: z.number(),
  is_done: z.boolean(),
  /** True when progress is recorded, that is when the member has the course. */
  keeps_progress: z.boolean(),
  /** Interval between two calls of `save_progress` during playback, in seconds. */
  heartbeat: z.number(),
  expires_at: moment,
  /** Player settings of the member. */
  player: memberSettings.shape.player,
});
export type Lesson = z.infer<typeof lesson>;

export const playAuth = declare('/api/Course/play_auth', {
  access: Access.Public,
  summary: 'Opens a unit: links to its video and captions that expire, and where the member was. Previews are public.',
  request: z.object({ unit_id: id }),
  response: lesson,
  reasons: [FailureReason.NotFound, FailureReason.LoginRequired, FailureReason.NotEnrolled],
});

export const saveProgress = declare('/api/Course/save_progress', {
  access: Access.Member,
  summary:
    'Adds what was watched of a unit. May come twice, late and out of order: what was reached is never taken back. Video is credited no faster than twice the time that has passed.',
  request: z.object({
    unit_id: id,
    /** Current position, in seconds. */
    second,
    /** Ranges watched since the unit was opened, in seconds: start inclusive, end exclusive. */
    watched: z.array(z.tuple([second, second])).check(z.maxLength(WATCHED_RANGES_MAX)),
    /**
     * The video was played to its end, the article read, or the file downloaded; ignored for quizzes, which have to be
     * passed.
     */
    ended: z.boolean(),
    /** Identifies one opening of the unit; together with `step` it lets the server discard calls that arrive late. */
    play: z.string().check(z.regex(/^[\w-]{8,64}$/)),
    /** Sequence number of the call within one opening. */
    step: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  }),
  response: z.object({
    /** True when the unit is complete: nine tenths of the video watched, the article read, or the file downloaded. */
    done: z.boolean(),
    course_percent: z.number(),
    /** Certificate number, once the course is complete. */
    certificate_no: z.optional(z.string()),
  }),
  reasons: [FailureReason.NotFound, FailureReason.NotEnrolled],
});

const note = z.object({ id, second: z.number(), content: z.string(), updated_at: moment });
export type Note = z.infer<typeof note>;

export const listNotes = declare('/api/Course/note_list', {
  access: Access.Member,
  summary: 'The member’s own notes on a unit, in the order of the video.',
  request: z.object({ unit_id: id }),
  response: z.array(note).check(z.maxLength(NOTES_MAX)),
  reasons: [FailureReason.NotFound, FailureReason.NotEnrolled],
});

export const saveNote = declare('/api/Course/note_save', {
  access: Access.Member,
  summary: 'Writes a note at a second of a unit; with an id, changes that one.',
  request: z.object({ id: z.optional(id), unit_id: id, second, content: words(NOTE_MAX) }),
  response: note,
  reasons: [FailureReason.NotFound, FailureReason.NotEnrolled, FailureReason.TooMany],
});

export const deleteNote = declare('/api/Course/note_delete', {
  access: Access.Member,
  summary: 'Removes one of the member’s own notes.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const LESSONS_ACTIONS: readonly AnyAction[] = [playAuth, saveProgress, listNotes, saveNote, deleteNote];
