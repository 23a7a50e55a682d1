import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { useVerdict, type DeviceVerdict as Outcome, type Shown } from '../hooks/use-verdict.js';

/** Verifies the signature in the browser, which works without trust in the page and without the server. */
export function OnThisDevice({ shown }: { readonly shown: Shown }): ReactElement {
  const { outcome, again } = useVerdict(shown);
  return <DeviceVerdict {...{ shown, outcome, again }} />;
}

export interface DeviceVerdictProps {
  readonly shown: Shown;
  readonly outcome: Outcome;
  readonly again: () => void;
}

/** The result of verifying a certificate in this browser, with the key and the signature that were checked. */
export function DeviceVerdict({ shown: { kid, signature }, outcome, again }: DeviceVerdictProps): ReactElement {
  const t = useText();
  return (
    <section className="rounded-2xl border border-line bg-surface p-5">
      <h2 className="font-semibold">{t('certificate.device')}</h2>
      <p className="mt-1 text-ink-soft">{t('certificate.device.text')}</p>
      <output data-testid="device-verdict" className="mt-3 block font-medium">
        {outcome.state === 'no-key' && failureText(outcome.error, t)}
        {outcome.state === 'verified' && t(`certificate.device.${outcome.verdict}`)}
      </output>
      <dl className="mt-3 grid gap-1 text-sm text-ink-soft">
        <div>
          <dt className="inline">{t('certificate.device.key')} </dt>
          <dd className="inline font-mono break-all">{kid}</dd>
        </div>
        <div>
          <dt className="inline">{t('certificate.device.signature')} </dt>
          <dd className="inline font-mono break-all">{signature}</dd>
        </div>
      </dl>
      <Button look="quiet" className="mt-4" onClick={again}>
        {t('certificate.device.again')}
      </Button>
    </section>
  );
}
