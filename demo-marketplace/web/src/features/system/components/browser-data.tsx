import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { forgetStored } from '../../../lib/storage.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Section } from '../../../ui/section.js';
import { toastDone } from '../../../ui/toast.js';

/** Stored conveniences that are cleared; language, theme and login are kept. */
const KEPT = ['name', 'camera', 'microphone', 'shortcuts', 'login-method'] as const;

/** The data stored in this browser, and the button to clear it. */
export function BrowserData(): ReactElement {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const forget = (): void => {
    for (const key of KEPT) forgetStored(key);
    setIsAsking(false);
    toastDone(t('system.browser.done'));
  };
  return (
    <Section title={t('system.browser')} text={t('system.browser.text')}>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {t('system.browser.forget')}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={t('system.browser.ask')}
        text={t('system.browser.ask.text')}
        onClose={() => setIsAsking(false)}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={() => setIsAsking(false)}>
            {t('system.cancel')}
          </Button>
          <Button onClick={forget}>{t('system.browser.forget')}</Button>
        </div>
      </Dialog>
    </Section>
  );
}
