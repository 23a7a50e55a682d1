import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';

/** Instead of a screen that threw; the frame around it stays. React has written the error to the console already. */
export function ScreenError(): ReactElement {
  const t = useText();
  return (
    <Notice title={t('app.error.title')} text={t('app.error.text')}>
      <Button onClick={() => location.reload()}>{t('app.error.reload')}</Button>
    </Notice>
  );
}

/** Instead of everything. */
export function ErrorPage(): ReactElement {
  return (
    <main className="flex min-h-dvh flex-col">
      <ScreenError />
    </main>
  );
}
