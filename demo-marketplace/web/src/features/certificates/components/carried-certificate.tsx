import { ShieldAlert, ShieldCheck, WifiOff } from 'lucide-react';
import type { ReactElement } from 'react';
import type { MessageId } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { useVerdict, type DeviceVerdict as VerdictOutcome, type Shown } from '../hooks/use-verdict.js';
import { proofPath } from '../lib/carried-proof.js';
import type { Verdict } from '../lib/verify-signature.js';
import { CertificateArt } from './certificate-art.js';
import { DeviceVerdict } from './device-verdict.js';

export interface CarriedCertificateProps {
  readonly shown: Shown;
  /** Asks the site once more. */
  readonly onRetry: () => void;
}

const TEXTS = {
  genuine: 'certificate.away.genuine.text',
  forged: 'certificate.invalid.text',
  unable: 'certificate.device.unable',
  'no-key': 'certificate.away.noKey',
} as const satisfies Readonly<Record<Verdict | 'no-key', MessageId>>;

/** A certificate from the data in its link, while the site is unreachable; shown once its signature is verified. */
export function CarriedCertificate({ shown, onRetry }: CarriedCertificateProps): ReactElement {
  const { outcome, again } = useVerdict(shown);
  return (
    <div className="grid gap-6">
      {outcome.state === 'asking' ? <PageSkeleton /> : <Outcome {...{ shown, outcome, onRetry }} />}
      <DeviceVerdict {...{ shown, outcome, again }} />
    </div>
  );
}

function Outcome({
  shown,
  outcome,
  onRetry,
}: CarriedCertificateProps & { readonly outcome: VerdictOutcome }): ReactElement {
  const t = useText();
  const verdict = outcome.state === 'verified' ? outcome.verdict : 'no-key';
  const isGenuine = verdict === 'genuine';
  const isForged = verdict === 'forged';
  const Icon = isGenuine ? ShieldCheck : isForged ? ShieldAlert : WifiOff;
  return (
    <>
      <output
        className={`flex items-start gap-4 rounded-2xl p-5 ${isForged ? 'bg-danger-tint text-danger-strong' : 'bg-amber-tint text-amber'}`}
      >
        <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
        <div>
          <h2 className="text-lg font-semibold">
            {t(isForged ? 'certificate.invalid.title' : `certificate.away.${isGenuine ? 'genuine' : 'open'}`)}
          </h2>
          <p className="mt-1">{t(TEXTS[verdict])}</p>
          <Button look="quiet" className="mt-4" onClick={onRetry}>
            {t('certificate.away.ask')}
          </Button>
        </div>
      </output>
      {isGenuine && <CertificateArt claims={shown} verifyUrl={location.origin + proofPath(shown.no, shown)} />}
    </>
  );
}
