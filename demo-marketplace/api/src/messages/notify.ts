import { Channel, Locale } from '@lectern/marketplace-contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { memberAccounts, members, notifications, outbox } from '../db/schema/index.js';
import type { Mail } from '../delivery/index.js';
import { settingsOf } from '../member/settings.js';
import type { NoticeKind, NoticeKinds, ParamsOf, Particulars } from './kinds.js';
import { noticeText } from './texts.js';

/** Members per statement. */
const AT_ONCE = 500;

const SETTINGS = {
  [Locale.Chinese]: '選擇要收到哪些信',
  [Locale.English]: 'Choose which mail you get',
} as const;
const OPEN = { [Locale.Chinese]: '前往查看', [Locale.English]: 'Have a look' } as const;
const SETTINGS_PATH = '/xitong?tab=settings';
const STOP = {
  [Locale.Chinese]: '不再寄這類通知信',
  [Locale.English]: 'No more e-mails of this kind',
} as const;
/** Settings link at the end of each optional mail. */
export const SETTINGS_LINK = {
  [Locale.Chinese]: { label: SETTINGS[Locale.Chinese], path: SETTINGS_PATH, isQuiet: true },
  [Locale.English]: { label: SETTINGS[Locale.English], path: SETTINGS_PATH, isQuiet: true },
} as const;

export interface Notice<Kinds extends NoticeKinds, Name extends keyof Kinds> {
  /** One recipient, or several. */
  readonly to: number | readonly number[];
  readonly kind: Name;
  readonly params: ParamsOf<Kinds[Name]>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Makes the function by which a feature sends its kinds of notifications: on the site and by e-mail, by each member's
 * settings for the type and in each member's language.
 */
export const notifier =
  <Kinds extends NoticeKinds>(kinds: Kinds) =>
  async <Name extends keyof Kinds & string>(tx: Tx, notice: Notice<Kinds, Name>): Promise<void> => {
    const { to, kind: name, params, now } = notice;
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`there are no notices of kind ${name}`);
    const ids = [...new Set(typeof to === 'number' ? [to] : to)];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      await send(tx, ids.slice(from, from + AT_ONCE), { name, kind, params, now });
    }
  };

interface Sent {
  readonly name: string;
  readonly kind: NoticeKind;
  readonly params: Partial<Particulars>;
  readonly now: number;
}

async function send(tx: Tx, ids: readonly number[], { name, kind, params, now }: Sent): Promise<void> {
  const { type, always: isAlways = false } = kind;
  const readers = await tx
    .select({ id: members.id, locale: members.locale, settings: members.settings, address: memberAccounts.account })
    .from(members)
    .leftJoin(memberAccounts, and(eq(memberAccounts.memberId, members.id), eq(memberAccounts.channel, Channel.Email)))
    .where(inArray(members.id, [...ids]))
    .orderBy(members.id);
  const rows = readers
    .filter(({ settings }) => isAlways || settingsOf({ settings }).notify[type].inapp)
    .map(({ id }) => ({ memberId: id, type, kind: name, params: { ...params }, createdAt: now }));
  if (rows.length > 0) await tx.insert(notifications).values(rows);
  const mails = readers.flatMap(({ id, locale, settings, address }) => {
    if (address === null || !(isAlways || settingsOf({ settings }).notify[type].email)) return [];
    const language = locale === Locale.English ? Locale.English : Locale.Chinese;
    const said = noticeText(kind, params, language);
    const links = [
      ...(said.link === '' ? [] : [{ label: OPEN[language], path: said.link }]),
      ...(isAlways ? [] : [SETTINGS_LINK[language]]),
    ];
    const stop = isAlways ? {} : { stop: { label: STOP[language], memberId: id, what: type } };
    const payload: Mail = { to: address, subject: said.title, text: said.text, links, ...stop };
    return [{ topic: 'mail', payload: { ...payload }, createdAt: now, runAt: now }];
  });
  if (mails.length > 0) await tx.insert(outbox).values(mails);
}
