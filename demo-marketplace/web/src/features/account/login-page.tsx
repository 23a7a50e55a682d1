import { Building2, ChevronRight, KeyRound, Mail, Smartphone } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { routes } from '../../lib/site-map.js';
import { useText } from '../../i18n/use-text.js';
import { readStored } from '../../lib/storage.js';
import { Badge } from '../../ui/badge.js';
import { AccountCard } from './components/account-card.js';
import { DemoAccounts } from './components/demo-accounts.js';
import { TextLink } from './components/text-link.js';
import { onTheWayIn, redirectTarget } from './lib/search.js';

/** Initial state of the page for mobile numbers. */
const BY_PASSWORD = { by: 'password' };

const METHODS = [
  { id: 'tel', to: '/tel-login', icon: Smartphone },
  { id: 'tel-password', to: '/tel-login', icon: KeyRound },
  { id: 'email', to: '/email-login', icon: Mail },
  { id: 'qiye', to: '/qiye-login', icon: Building2 },
] as const;

/** The route that the visitor was heading for. */
const targetOf = (search: string) =>
  new URLSearchParams(search).has('redirect')
    ? routes.find(({ path }) => path === redirectTarget(search).split(/[?#]/)[0])
    : undefined;

const isComing = (to: string): boolean => routes.some(({ path, state }) => path === to && state === 'coming');

/** The ways to log in. */
export function LoginPage(): ReactElement {
  const t = useText();
  const { search } = useLocation();
  const last = readStored('login-method');
  const target = targetOf(search);
  return (
    <AccountCard
      title={t('account.title.login')}
      text={target === undefined ? undefined : t('account.redirected', { page: t(target.title) })}
      footer={
        <>
          {t('account.noAccount')}
          <TextLink to={onTheWayIn('/user-zhuce', search)}>{t('account.register')}</TextLink>
          <TextLink to={onTheWayIn('/forget-pwd', search)}>{t('account.forgot')}</TextLink>
        </>
      }
    >
      <ul aria-label={t('account.method')} className="grid gap-3">
        {METHODS.map(({ id, to, icon: Icon }) => (
          <li key={id}>
            <Link
              to={onTheWayIn(to, search, id === 'tel-password' ? BY_PASSWORD : {})}
              className="flex items-center gap-4 rounded-xl border border-line p-4 hover:border-line-strong hover:bg-paper"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-tint text-accent">
                <Icon aria-hidden className="size-5" />
              </span>
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {t(`account.method.${id}`)}
                  {isComing(to) && <Badge>{t('coming.badge')}</Badge>}
                  {last === id && <Badge tone="good">{t('account.method.last')}</Badge>}
                </span>
                <span className="block text-sm text-ink-soft">{t(`account.method.${id}.text`)}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
      <DemoAccounts />
    </AccountCard>
  );
}
