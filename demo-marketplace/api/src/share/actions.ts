import { FailureReason, mailServer, ShareType } from '@lectern/marketplace-contract';
import { enqueueMessage, type Channels } from '../delivery/index.js';
import { onCall, type BoundAction, type Call } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { networkOf } from '@lectern/kit/addresses';
import type { Throttle } from '../security/index.js';
import { shareText } from './texts.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The page that is shared. @throws {ApiFailure} when it is one of another site */
function linkOf(
  { content, id, type }: { content: string; id?: string | undefined; type: number },
  { origin }: Call,
): string {
  if (type !== ShareType.Page) return `${origin}/luntan-info?id=${id ?? ''}`;
  const isOwn = URL.canParse(content) && new URL(content).origin === new URL(origin).origin;
  // Anybody may call this: mail in our name must not lead elsewhere, nor carry a stranger's words.
  if (!isOwn) throw new ApiFailure(FailureReason.ForeignLink);
  return new URL(content).href;
}

/** What a mail program would make a link of. */
const ADDRESS = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** A name as it stands in a mail of ours; undefined for one that is an address, or an advertisement with one. */
const nameIn = (name: string): string | undefined => (ADDRESS.test(name) ? undefined : name.replace(/\s+/gu, ' '));

/** Sharing by e-mail: `/api/Index/mail_server`. */
export const shareActions = (
  throttle: Throttle,
  channels: Channels,
  wakeOutbox: () => void,
): readonly BoundAction[] => [
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
];
