import { FailureReason, type verifyCertificate, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { SearchX, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { ApiError } from '../../api/client.js';
import { failureText } from '../../api/failure-text.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { TextField } from '../../ui/field.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { CarriedCertificate } from './components/carried-certificate.js';
import { CertificateArt } from './components/certificate-art.js';
import { OnThisDevice } from './components/device-verdict.js';
import { claimsIn, proofPath, readProof } from './lib/carried-proof.js';
import { verifyPath } from './lib/certificate-texts.js';
import { keepForOffline } from './lib/keep-for-offline.js';
import { verifyCertificateQuery } from './api/certificates.js';

/** Shows whether the certificate with the number in the address is valid. Public: it needs no login. */
export function VerifyPage(): ReactElement {
  const t = useText();
  const { no = '' } = useParams();
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-8 px-4 py-10">
      <div>
        <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.verify')}</h1>
        <p className="mt-2 text-ink-soft">{t('certificate.verify.text')}</p>
      </div>
      <Verified key={no} no={no} />
      <AnotherNumber />
    </div>
  );
}

function Verified({ no }: { readonly no: string }): ReactElement {
  const t = useText();
  const { hash } = useLocation();
  const result = useQuery(verifyCertificateQuery({ no }));
  const isThere = result.data !== undefined;
  useEffect(() => {
    // Without it the page needs a network; that is all.
    if (isThere && import.meta.env.PROD) keepForOffline().catch(() => undefined);
  }, [isThere]);
  if (result.isPending) return <PageSkeleton />;
  if (result.isLoadingError) {
    const { error } = result;
    const isUnknown =
      error instanceof ApiError && (error.reason === FailureReason.NotFound || error.reason === FailureReason.Invalid);
    const proof = isUnknown ? undefined : readProof(no, hash);
    const claims = proof && claimsIn(proof.payload);
    if (proof && claims)
      return <CarriedCertificate shown={{ ...claims, ...proof }} onRetry={() => void result.refetch()} />;
    if (!isUnknown) return <Failed text={failureText(error, t)} onRetry={() => void result.refetch()} />;
    return <Empty icon={SearchX} title={t('certificate.unknown')} text={t('certificate.unknown.text', { no })} />;
  }
  return <Outcome found={result.data} />;
}

function Outcome({ found }: { readonly found: ResponseOf<typeof verifyCertificate> }): ReactElement {
  const t = useText();
  const Icon = found.valid ? ShieldCheck : ShieldAlert;
  const outcome = found.valid ? 'valid' : found.revoked ? 'revoked' : 'invalid';
  return (
    <div className="grid gap-6">
      <output
        className={`flex items-start gap-4 rounded-2xl p-5 ${found.valid ? 'bg-accent-tint text-accent-strong' : 'bg-danger-tint text-danger-strong'}`}
      >
        <Icon aria-hidden className="mt-0.5 size-7 shrink-0" />
        <div>
          <h2 className="text-lg font-semibold">{t(`certificate.${outcome}.title`)}</h2>
          <p className="mt-1">{t(`certificate.${outcome}.text`)}</p>
        </div>
      </output>
      <CertificateArt claims={found} verifyUrl={location.origin + proofPath(found.no, found)} />
      <OnThisDevice shown={found} />
    </div>
  );
}

function AnotherNumber(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const [no, setNo] = useState('');
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (no.trim() !== '') void navigate(verifyPath(no.trim().toUpperCase()));
  };
  return (
    <form onSubmit={open} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
      <TextField
        label={t('certificate.another')}
        placeholder="LC-XXXX-XXXX-XXXX"
        maxLength={32}
        autoCapitalize="characters"
        spellCheck={false}
        value={no}
        onChange={(event) => setNo(event.target.value)}
      />
      <Button type="submit">{t('certificate.another.verify')}</Button>
    </form>
  );
}
