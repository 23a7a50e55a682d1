import { Locale, NOTIFY_TYPES } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.js';
import { members } from '../db/schema/index.js';
import type { Mail } from '../delivery/index.js';
import { escapeHtml, page } from '../http/page.js';
import { mergeSettings, settingsOf } from '../member/settings.js';
import type { Vault } from '../security/index.js';

type Stop = NonNullable<Mail['stop']>;

const PATH = '/mail/stop';
const PURPOSE = 'stop mail';
const SETTINGS_PATH = '/xitong?tab=settings';

const TEXTS = {
  [Locale.Chinese]: {
    lang: 'zh-Hant',
    asked: '不再收到這類信件？',
    digest: '每日摘要不會再寄給你。站內通知不受影響。',
    type: '這類通知不會再單獨寄信給你。站內通知不受影響。',
    button: '停止寄送',
    done: '已停止寄送',
    settings: '所有通知設定',
  },
  [Locale.English]: {
    lang: 'en',
    asked: 'No more of these e-mails?',
    digest: 'The daily summary will not be sent to you any more. What you are told on the site stays.',
    type: 'Notices of this kind will not be e-mailed to you by themselves any more. What you are told on the site stays.',
    button: 'Stop them',
    done: 'You will get no more of them',
    settings: 'All notification settings',
  },
} as const;

const isWhat = (what: string): what is Stop['what'] => what === 'digest' || NOTIFY_TYPES.some((type) => type === what);

/** Path of the unsubscribe page for one kind of mail, which needs no login. */
export const stopPath = (vault: Vault, { memberId, what }: Pick<Stop, 'memberId' | 'what'>): string =>
  `${PATH}/${memberId}/${what}/${vault.signLink(PURPOSE, String(memberId), what)}`;

interface StopPorts {
  readonly db: Database;
  readonly vault: Vault;
}

/**
 * The page behind {@link stopPath}. It asks for confirmation, since mail scanners open links; the one-click button of
 * mail clients does not.
 */
export async function stopMailPage(app: FastifyInstance, { db, vault }: StopPorts): Promise<void> {
  interface Params {
    readonly id: string;
    readonly what: string;
    readonly signature: string;
  }
  const find = async ({ id, what, signature }: Params) => {
    if (!isWhat(what) || !vault.isLinkSignature(signature, PURPOSE, id, what)) return undefined;
    const [member] = await db
      .select()
      .from(members)
      .where(eq(members.id, Number(id)));
    return member && { member, what, texts: TEXTS[member.locale === Locale.English ? Locale.English : Locale.Chinese] };
  };
  await app.register(async (scope) => {
    // The form is empty, and the body of mail clients repeats the address.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
    scope.get<{ Params: Params }>(`${PATH}/:id/:what/:signature`, async (request, reply) => {
      const found = await find(request.params);
      if (found === undefined) return reply.callNotFound();
      const { what, texts } = found;
      const body = `<form method="post"><p><button class="main">${escapeHtml(texts.button)}</button></p></form>`;
      return page(reply, {
        ...{ lang: texts.lang, title: texts.asked, body, isNarrow: true },
        lead: what === 'digest' ? texts.digest : texts.type,
      });
    });
    scope.post<{ Params: Params }>(`${PATH}/:id/:what/:signature`, async (request, reply) => {
      const found = await find(request.params);
      if (found === undefined) return reply.callNotFound();
      const { member, what, texts } = found;
      const change = what === 'digest' ? { digest: false } : { notify: { [what]: { email: false } } };
      await db
        .update(members)
        .set({ settings: { ...mergeSettings(settingsOf(member), change) } })
        .where(eq(members.id, member.id));
      const body = `<p><a href="${SETTINGS_PATH}">${escapeHtml(texts.settings)}</a></p>`;
      return page(reply, {
        ...{ lang: texts.lang, title: texts.done, body, isNarrow: true },
        lead: what === 'digest' ? texts.digest : texts.type,
      });
    });
  });
}
