import { FailureReason, mailServer, ShareType } from '@lectern/marketplace-contract';
import { enqueueMessage, type Channels } from '../delivery/index.js';
import { limited, onCall, type BoundAction, type Call } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { networkOf } from '@lectern/kit/addresses';
import type { Throttle } from '../security/index.js';
import { shareText } from './texts.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SHARES_PER_MINUTE = 60;

/** Address of the shared page. @throws {ApiFailure} when it is on another site */
function linkOf(
  { content, id, type }: { content: string; id?: string | undefined; type: number },
  { origin }: Call,
): string {
  if (type !== ShareType.Page) return `${origin}/luntan-info?id=${id ?? ''}`;
  const isOwn = URL.canParse(content) && new URL(content).origin === new URL(origin).origin;
  // The action is public, so its mail must neither link elsewhere nor carry text of strangers.
  if (!isOwn) throw new ApiFailure(FailureReason.ForeignLink);
  return new URL(content).href;
}

/** Text that mail clients would turn into a link. */
const ADDRESS = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** Sender name for the mail; undefined when it contains an address. */
const nameIn = (name: string): string | undefined => (ADDRESS.test(name) ? undefined : name.replace(/\s+/gu, ' '));

/** Action that shares a page by e-mail: `/api/Index/mail_server`. */
export const shareActions = (
  throttle: Throttle,
  channels: Channels,
  wakeOutbox: () => void,
): readonly BoundAction[] => [
  limited(
    SHARES_PER_MINUTE,
    onCall(mailServer, async ({ email, ...shared }, call) => {
      if (!channels.email) throw new ApiFailure(FailureReason.ChannelUnavailable);
      const link = linkOf(shared, call);
      const sharer = call.caller === undefined ? networkOf(call.ip) : `member ${call.caller.member.id}`;
      const rules = [
        { key: `share ${sharer}`, max: 30, windowMs: HOUR_MS },
        { key: `share ${email}`, max: 5, windowMs: DAY_MS },
      ];
      const sender = call.caller && nameIn(call.caller.member.name);
      const payload = { to: email, ...shareText(link, sender, call.language) };
      await call.db.transaction(async (tx) => {
        await throttle.take(rules, call.now, tx);
        await enqueueMessage(tx, { topic: 'mail', payload }, call.now);
      });
      call.after(wakeOutbox);
      call.say('mailed');
      return {};
    }),
  ),
];
