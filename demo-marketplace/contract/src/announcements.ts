import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { FailureReason } from './envelope.js';
import { id, listOf, moment, paging, words } from './fields.js';

/** Not in the specification: maximum characters of an announcement, and maximum recipients of one that names them. */
export const ANNOUNCEMENT_MAX = 2000;
export const RECIPIENTS_MAX = 50;

const announcement = z.object({
  id,
  /** Plain text; clients display its line breaks. */
  content: z.string(),
  at: moment,
  /** True when the announcement went to one learner only. */
  is_personal: z.boolean(),
  /** Recipient, present for the mentor only; null when the announcement is for all learners. */
  to: z.nullable(z.object({ id, name: z.string(), headimg: z.string() })),
});
export type Announcement = z.infer<typeof announcement>;

export const listAnnouncements = declare('/api/Course/announce_list', {
  access: Access.Public,
  summary:
    'What the mentor of a course announced, the newest first; what went to one learner is seen by them and the mentor.',
  request: z.object({ id, ...paging }),
  response: listOf(announcement),
  reasons: [FailureReason.NotFound],
});

const content = words(ANNOUNCEMENT_MAX);
const sent = z.object({
  /** Number of learners notified. */
  learners: z.number(),
});

export const announce = declare('/api/CourseManage/announce', {
  access: Access.Provider,
  summary: 'Tells all learners of a course something; it stands on the course’s page, too.',
  request: z.object({ course_id: id, content, client_token: clientToken }),
  response: sent,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
  replay: Replay.Required,
});

export const removeAnnouncement = declare('/api/CourseManage/announce_delete', {
  access: Access.Provider,
  summary: 'Takes an announcement off the course’s page.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound],
});

export const messageBuyers = declare('/api/Studio/message_buyers', {
  access: Access.Provider,
  summary: 'Writes to some learners of a course, or to all of them, which is an announcement.',
  request: z.object({
    course_id: id,
    /** Recipients, who must be learners of the course; all of its learners when omitted. */
    member_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(RECIPIENTS_MAX))),
    content,
    client_token: clientToken,
  }),
  response: sent,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
  replay: Replay.Required,
});

/** Actions of this file. */
export const ANNOUNCEMENTS_ACTIONS: readonly AnyAction[] = [
  listAnnouncements,
  announce,
  removeAnnouncement,
  messageBuyers,
];
