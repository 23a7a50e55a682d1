import type { ReactElement } from 'react';
import { useLocale, useText } from '../i18n/use-text.js';
import { Dialog } from './dialog.js';

export type LegalPage = 'terms' | 'privacy';

/** A summary of the terms or the privacy policy, with a link to the full text. */
export function LegalDialog({
  page,
  onClose,
}: {
  readonly page: LegalPage;
  readonly onClose: () => void;
}): ReactElement {
  const t = useText();
  const lang = useLocale();
  return (
    <Dialog isOpen title={t(`account.${page}`)} onClose={onClose}>
      <p>{t(`account.${page}.text`)}</p>
      <p className="mt-4">
        <a
          href={`/${page}?lang=${lang}`}
          target="_blank"
          rel="noreferrer"
          className="rounded font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {t('account.terms.all')}
        </a>
      </p>
    </Dialog>
  );
}
