import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { configQuery } from '../api/site.js';

/** In demo mode, shows the code that was just sent; renders nothing elsewhere. */
export function DemoInbox(): ReactElement | null {
  const t = useText();
  const result = useQuery(configQuery());
  if (result.data === undefined || result.data.demo_accounts.length === 0) return null;
  return (
    <p className="mt-1.5 text-sm">
      <a
        href="/dev/inbox"
        target="_blank"
        rel="noreferrer"
        className="rounded font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
      >
        {t('account.demo.inbox')}
      </a>
    </p>
  );
}
