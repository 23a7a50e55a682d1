import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { LegalDialog, type LegalPage } from '../../../ui/legal-dialog.js';
import { Section } from '../../../ui/section.js';
import { version } from '../../../../package.json';

/** The legal pages of the site. */
export function About(): ReactElement {
  const t = useText();
  const [read, setRead] = useState<LegalPage>();
  return (
    <Section title={t('system.about')} text={t('system.about.text')}>
      <p className="text-ink-soft">{t('system.about.version', { version })}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => setRead('terms')}>
          {t('account.terms')}
        </Button>
        <Button look="quiet" onClick={() => setRead('privacy')}>
          {t('account.privacy')}
        </Button>
      </div>
      {read !== undefined && <LegalDialog page={read} onClose={() => setRead(undefined)} />}
    </Section>
  );
}
