import { useState, type ComponentProps, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { CheckField } from '../../../ui/field.js';
import { LegalDialog, type LegalPage } from '../../../ui/legal-dialog.js';

const LINK = 'rounded font-medium text-accent underline underline-offset-4 hover:text-accent-strong';

/** The terms to be ticked; each opens to be read. */
export function TermsField({
  error,
  ...props
}: ComponentProps<'input'> & { readonly error: string | undefined }): ReactElement {
  const t = useText();
  const [read, setRead] = useState<LegalPage>();
  const opener = (which: LegalPage): ReactElement => (
    <button type="button" onClick={() => setRead(which)} className={LINK}>
      {t(`account.${which}`)}
    </button>
  );
  return (
    <>
      <div className="grid gap-1">
        <CheckField {...props} error={error}>
          {t('account.agree')}
        </CheckField>
        <p className="flex flex-wrap gap-x-4 pl-7.5 text-sm">
          {opener('terms')}
          {opener('privacy')}
        </p>
      </div>
      {read !== undefined && <LegalDialog page={read} onClose={() => setRead(undefined)} />}
    </>
  );
}
