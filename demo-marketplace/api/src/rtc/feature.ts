import { enterAsGuest, getRtcToken } from '@lectern/marketplace-contract';
import type { Feature } from '../feature.js';
import { limited, onCall, onMemberCall } from '../http/call.js';
import { CHAT_ACCOUNT_JOB, CHAT_END_JOB, endChat } from './chat-accounts.js';

/** High, since a whole school may share one address; low enough to keep a script from filling the user table. */
const GUESTS_PER_MINUTE = 600;

export const rtcFeature = {
  forgetMember: (tx, memberId, now) => endChat(tx, memberId, now, 'closed'),
  actions: ({ core: { options }, members: { guests, rooms } }) => [
    limited(
      options.guestsPerMinute ?? GUESTS_PER_MINUTE,
      onCall(enterAsGuest, ({ displayName }, call) => guests.enter(displayName, call)),
    ),
    onMemberCall(getRtcToken, (_request, { db, caller }) => rooms.userOf(db, caller.member)),
  ],
  jobs: ({ members: { chat } }) => ({
    [CHAT_ACCOUNT_JOB]: { run: chat.job, isLasting: true },
    [CHAT_END_JOB]: { run: chat.endJob, isLasting: true },
  }),
} as const satisfies Feature;
