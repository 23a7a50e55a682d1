import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { CouponKind } from './coupons.js';
import { COURSE_PRICE_MAX_CENTS } from './constants.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyLine, anyWords, day, id, line, listOf, moment, paging } from './fields.js';
import { inWholeDollars, isWholeDollars } from './whole-dollars.js';

// Actions of a mentor on an existing course: copy it, read its statistics, issue coupons for it.

export const copyCourse = declare('/api/CourseManage/copy', {
  access: Access.Provider,
  summary: 'Makes a new course, a draft, of what another one says; without its learners, and without its crowdfunding.',
  request: z.object({ id }),
  response: z.object({ id }),
  reasons: [FailureReason.NotFound],
});

/** Not in the specification: longest period of one statistics request, in days. */
export const STATS_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const statsDay = z.object({
  /** Date in the mentor's time zone, `yyyy-mm-dd`. */
  day: z.string(),
  views: z.number(),
  learners: z.number(),
  revenue_cents: z.number(),
});
const statsUnit = z.object({
  id,
  title: z.string(),
  /** Learners who have opened the unit, and learners who have completed it. */
  started: z.number(),
  done: z.number(),
});
const courseStats = z.object({
  title: z.string(),
  from: day,
  to: day,
  views: z.number(),
  /** Orders paid in the period. */
  orders: z.number(),
  /** Payments for these orders, less refunds. */
  revenue_cents: z.number(),
  /** The mentor’s share of the revenue. */
  earned_cents: z.number(),
  refunds: z.number(),
  new_learners: z.number(),
  days: z.array(statsDay),
  /** All current learners of the course, whenever they joined. */
  learners: z.number(),
  started: z.number(),
  completed: z.number(),
  /** Mean progress in percent. */
  progress: z.number(),
  units: z.array(statsUnit),
});
export type CourseStats = z.infer<typeof courseStats>;

export const getCourseStats = declare('/api/CourseManage/stats', {
  access: Access.Provider,
  summary: 'How a course does: who looked at it, bought it, and how far its learners come.',
  request: z
    .object({
      id,
      /** Length of the period in days, ending with `to` or today. */
      days: z.prefault(z.int().check(z.minimum(1), z.maximum(STATS_DAYS_MAX)), 30),
      /** First day, which replaces `days`, and last day of the period. */
      from: z.optional(day),
      to: z.optional(day),
    })
    .check(
      z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        error: FieldProblem.OutOfRange,
        path: ['to'],
      }),
      z.refine(
        ({ from, to }) =>
          from === undefined || to === undefined || Date.parse(to) - Date.parse(from) < STATS_DAYS_MAX * DAY_MS,
        { error: FieldProblem.OutOfRange, path: ['from'] },
      ),
    ),
  response: courseStats,
  reasons: [FailureReason.NotFound],
});

/** Not in the specification. */
export const COUPONS_TOTAL_MAX = 10_000;
export const COUPON_TITLE_MAX = 40;

const mentorCoupon = z.object({
  id,
  title_zh: z.string(),
  title_en: z.string(),
  kind: z.enum(Object.values(CouponKind)),
  /** Percent for `percent`, cents for `fixed`. */
  value: z.number(),
  min_cents: z.number(),
  total: z.number(),
  claimed: z.number(),
  used: z.number(),
  /** Empty when everybody can claim the coupon without a code. */
  code: z.string(),
  starts_at: moment,
  ends_at: moment,
  state: z.enum(['coming', 'running', 'ended', 'stopped']),
});
export type MentorCoupon = z.infer<typeof mentorCoupon>;

export const listMentorCoupons = declare('/api/CourseManage/coupon_list', {
  access: Access.Provider,
  summary: 'The coupons that the mentor gives for a course, the newest first.',
  request: z.object({ course_id: id, ...paging }),
  response: listOf(mentorCoupon),
  reasons: [FailureReason.NotFound],
});

export const saveMentorCoupon = declare('/api/CourseManage/coupon_save', {
  access: Access.Provider,
  summary:
    'Makes a coupon for a course of the mentor, who bears what it takes off; or changes one, of which nobody has any yet.',
  request: z
    .object({
      id: z.optional(id),
      course_id: id,
      title_zh: line(COUPON_TITLE_MAX),
      title_en: anyLine(COUPON_TITLE_MAX),
      kind: z.enum(Object.values(CouponKind)),
      /** Percent for `percent`, cents of whole dollars for `fixed`. */
      value: z.int().check(z.minimum(1), z.maximum(COURSE_PRICE_MAX_CENTS)),
      min_cents: z.int().check(z.minimum(0), z.maximum(COURSE_PRICE_MAX_CENTS), inWholeDollars),
      total: z.int().check(z.minimum(1), z.maximum(COUPONS_TOTAL_MAX)),
      /** Letters, digits and dashes, 4 to 20 characters; empty to let everybody claim the coupon without a code. */
      code: anyWords(20).check(
        z.toUpperCase(),
        z.refine<string>((text) => text === '' || /^[A-Z0-9-]{4,20}$/.test(text), { error: FieldProblem.Malformed }),
      ),
      starts_at: moment,
      ends_at: moment,
    })
    .check(
      z.refine(({ kind, value }) => kind !== CouponKind.Percent || value <= 100, {
        error: FieldProblem.OutOfRange,
        path: ['value'],
      }),
      z.refine(({ kind, value }) => kind !== CouponKind.Fixed || isWholeDollars(value), {
        error: FieldProblem.WholeDollars,
        path: ['value'],
      }),
      z.refine(({ starts_at, ends_at }) => Date.parse(starts_at) < Date.parse(ends_at), {
        error: FieldProblem.OutOfRange,
        path: ['ends_at'],
      }),
    ),
  response: mentorCoupon,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

export const stopMentorCoupon = declare('/api/CourseManage/coupon_stop', {
  access: Access.Provider,
  summary: 'Gives no more of a coupon away; who has one keeps it.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

/** Actions of this file. */
export const COURSE_DASHBOARD_ACTIONS: readonly AnyAction[] = [
  copyCourse,
  getCourseStats,
  listMentorCoupons,
  saveMentorCoupon,
  stopMentorCoupon,
];
