import { exportWallet, type RequestOf } from '@lectern/marketplace-contract';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { saveFile } from '../../../lib/save-file.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';

/** The statement as it is filtered, as a file for spreadsheets. */
export function StatementExport({ filter }: { readonly filter: RequestOf<typeof exportWallet> }): ReactElement {
  const t = useText();
  const { call, isBusy, problem } = useCall(exportWallet);
  const save = async (): Promise<void> => {
    const table = await call(filter);
    if (table !== undefined) saveFile(table.filename, table.csv, 'text/csv');
  };
  return (
    <>
      <Button look="quiet" aria-disabled={isBusy} onClick={() => void save()}>
        <Download aria-hidden className="size-5" />
        {t('wallet.statement.export')}
      </Button>
      {problem !== undefined && <Alert>{problem}</Alert>}
    </>
  );
}
