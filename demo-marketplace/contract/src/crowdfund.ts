import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, Replay } from './action.js';
import { crowdfundBrief } from './courses.js';
import { memberBrief } from './member.js';
import { FailureReason } from './envelope.js';
import { id, listOf, moment, paging, words } from './fields.js';

/**
 * Not in the specification: maximum characters of an update, maximum images of it, maximum characters of the reason of
 * a cancellation.
 */
export const CAMPAIGN_UPDATE_MAX = 2000;
export const CAMPAIGN_IMAGES_MAX = 3;
export const CANCEL_REASON_MAX = 300;

export const getCrowdfund = declare('/api/Crowdfund/info', {
  access: Access.Public,
  summary: 'How a course’s campaign stands, and what the caller has to do with it.',
  request: z.object({ course_id: id }),
  response: z.object({
    ...crowdfundBrief.shape,
    /** Reason that the mentor gave for the cancellation; empty otherwise. */
    cancel_reason: z.string(),
    /** True when the caller teaches the course. */
    mine: z.boolean(),
    /** True when the caller’s name is shown among the backers; null for callers who are no backers. */
    named: z.nullable(z.boolean()),
  }),
  reasons: [FailureReason.NotFound],
});

export const campaignUpdate = z.object({
  id,
  content: z.string(),
  /** Addresses of the images. */
  images: z.array(z.string()),
  at: moment,
});
export type CampaignUpdate = z.infer<typeof campaignUpdate>;

export const listCampaignUpdates = declare('/api/Crowdfund/updates', {
  access: Access.Public,
  summary: 'What the mentor tells about the making of a course, the newest first.',
  request: z.object({ course_id: id, ...paging }),
  response: listOf(campaignUpdate),
  reasons: [FailureReason.NotFound],
});

export const listBackers = declare('/api/Crowdfund/backers', {
  access: Access.Public,
  summary: 'Backers who show their names, the latest first, and how many do not.',
  request: z.object({ course_id: id, ...paging }),
  response: z.object({ ...listOf(z.object({ member: memberBrief, at: moment })).shape, anonymous: z.int() }),
  reasons: [FailureReason.NotFound],
});

export const showBacker = declare('/api/Crowdfund/show_name', {
  access: Access.Member,
  summary: 'Shows the caller’s name among the backers of a course, or does so no more.',
  request: z.object({ course_id: id, on: z.boolean() }),
  response: z.object({ named: z.boolean() }),
  reasons: [FailureReason.NotFound],
});

export const addCampaignUpdate = declare('/api/Crowdfund/update_add', {
  access: Access.Provider,
  summary: 'Tells how the making of a course goes on.',
  request: z.object({
    course_id: id,
    content: words(CAMPAIGN_UPDATE_MAX),
    /** Keys of images that the caller uploaded. */
    images: z.optional(z.array(words(200)).check(z.maxLength(CAMPAIGN_IMAGES_MAX))),
    client_token: z.optional(clientToken),
  }),
  response: campaignUpdate,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.ClientTokenReused],
  replay: Replay.Optional,
});

export const cancelCrowdfund = declare('/api/Crowdfund/cancel', {
  access: Access.Provider,
  summary: 'Gives a campaign up, before its deadline or while the course is made: all backers have their money back.',
  request: z.object({ course_id: id, reason: words(CANCEL_REASON_MAX), client_token: clientToken }),
  response: z.object({
    /** Number of backers refunded. */
    refunded: z.int(),
  }),
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.ClientTokenReused],
  replay: Replay.Required,
});

/** Actions of this file. */
export const CROWDFUND_ACTIONS: readonly AnyAction[] = [
  getCrowdfund,
  listCampaignUpdates,
  listBackers,
  showBacker,
  addCampaignUpdate,
  cancelCrowdfund,
];
