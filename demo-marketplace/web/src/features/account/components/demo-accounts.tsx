import { emailLogin, UserType, type DemoAccount } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Building2, GraduationCap, Presentation } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { useArrival } from '../hooks/use-arrival.js';
import { configQuery } from '../api/site.js';

const ROLES = {
  learner: GraduationCap,
  mentor: Presentation,
  company: Building2,
  office: BriefcaseBusiness,
} as const;

function roleOf({ usertype, is_staff }: DemoAccount): keyof typeof ROLES {
  if (is_staff) return 'office';
  if (usertype === UserType.Enterprise) return 'company';
  return usertype === UserType.Mentor ? 'mentor' : 'learner';
}

/** In demo mode, one account of each role with a button to log in; renders nothing elsewhere. */
export function DemoAccounts(): ReactElement | null {
  const t = useText();
  const result = useQuery(configQuery());
  const { call, isBusy, problem } = useCall(emailLogin);
  const arrive = useArrival('email');
  const accounts = result.data !== undefined ? result.data.demo_accounts : [];
  if (accounts.length === 0) return null;

  const enter = async ({ email, password }: DemoAccount): Promise<void> => {
    const session = await call({ email, password });
    if (session !== undefined) await arrive(session);
  };
  return (
    <section aria-labelledby="demo-accounts" className="border-t border-line pt-5">
      <h2 id="demo-accounts" className="font-medium">
        {t('account.demo')}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t('account.demo.text')}</p>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {accounts.map((account) => {
          const role = roleOf(account);
          const Icon = ROLES[role];
          return (
            <li key={account.email}>
              <button
                type="button"
                disabled={isBusy}
                onClick={() => void enter(account)}
                className="flex min-h-11 w-full items-center gap-2 rounded-xl border border-line px-3 py-2 text-left hover:border-line-strong hover:bg-paper disabled:opacity-60"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-accent" />
                {t(`account.demo.${role}`)}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
