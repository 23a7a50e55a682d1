import { WalletScope } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { Statement } from './components/statement.js';

/** The statement of a mentor's earnings. */
export function MentorStatementPage(): ReactElement {
  const t = useText();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_mingxi_all')}</h1>
      <Statement scope={WalletScope.Mentor} />
    </div>
  );
}
