import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { BATCH_MAX } from './constants.js';
import { FieldProblem } from './envelope.js';
import { id, moment } from './fields.js';
import { NOTIFY_TYPES } from './member.js';

const noticeType = z.enum(NOTIFY_TYPES);

/** A notification of a member. */
export const notice = z.object({
  id,
  type: noticeType,
  /** Kind of event, such as `order-paid`. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** Path of the related page; empty for none. */
  link: z.string(),
  at: moment,
  is_read: z.boolean(),
});
export type MemberNotice = z.infer<typeof notice>;

const summary = z.object({
  /** Number of unread notifications, invitations excluded. */
  new_num: z.int(),
  invite_new_num: z.int(),
  by_type: z.record(noticeType, z.int()),
});
export type NoticeSummary = z.infer<typeof summary>;

export const getNoticeSummary = declare('/api/Message/summary', {
  access: Access.Member,
  summary: 'How much is unread.',
  request: nothing,
  response: summary,
});

const NOTICES_MAX = 50;
const NOTICES = 20;

export const listNotices = declare('/api/Message/list', {
  access: Access.Member,
  summary: 'What the member was told, the newest first, in the reader’s language.',
  request: z.object({
    type: z.optional(noticeType),
    /** `next_cursor` of the previous page; omitted for the newest. */
    cursor: z.optional(id),
    limit: z.prefault(z.int().check(z.minimum(1), z.maximum(NOTICES_MAX)), NOTICES),
  }),
  response: z.object({
    list: z.array(notice),
    /** Empty on the last page. */
    next_cursor: z.union([id, z.literal('')]),
  }),
});

const ids = z.array(id).check(z.minLength(1), z.maxLength(BATCH_MAX));

export const readNotices = declare('/api/Message/read', {
  access: Access.Member,
  summary: 'Marks as read: some, all of a type, or all.',
  request: z.object({ ids: z.optional(ids), type: z.optional(noticeType), all: z.optional(z.literal(true)) }).check(
    z.refine((asked) => [asked.ids, asked.type, asked.all].filter((one) => one !== undefined).length === 1, {
      error: FieldProblem.Required,
      path: ['ids'],
    }),
  ),
  response: summary,
});

export const deleteNotices = declare('/api/Message/delete', {
  access: Access.Member,
  summary: 'Deletes some; those of others, and those that are gone already, are left out.',
  request: z.object({ ids }),
  response: summary,
});

/** Actions of this file. */
export const MESSAGES_ACTIONS: readonly AnyAction[] = [getNoticeSummary, listNotices, readNotices, deleteNotices];
