import { type getCertificate, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Download, FileJson, FileText, Printer, ShieldCheck } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { Alert } from '../../ui/alert.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Failed } from '../../ui/failed.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { toastError } from '../../ui/toast.js';
import { ShareButton, ShareKind } from '../share/index.js';
import { CertificateArt } from './components/certificate-art.js';
import { proofPath } from './lib/carried-proof.js';
import { titleOf, verifyPath } from './lib/certificate-texts.js';
import { pdfOf } from './lib/pdf.js';
import { pictureOf, saveFile } from './lib/save-file.js';
import { certificateQuery } from './api/certificates.js';

const PNG_WIDTH = 2_000;
/** A4 across at 300 dots an inch. */
const PDF_WIDTH = 3_500;

/** On paper is the certificate, and nothing around it. */
const ON_PAPER =
  '@media print { @page { size: landscape; margin: 0 } body * { visibility: hidden } ' +
  '[data-certificate] * { visibility: visible } [data-certificate] { position: fixed; inset: 0; padding: 8mm } }';

/** One certificate of the member, to download, print or share. */
export function CertificatePage(): ReactElement {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return <OneCertificate key={id} id={id} />;
}

function OneCertificate({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const result = useQuery(certificateQuery({ id }));
  return (
    <div className="grid max-w-4xl gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.myzhengshu-info')}</h1>
      {result.isPending && <PageSkeleton />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && <Shown certificate={result.data} />}
    </div>
  );
}

function Shown({ certificate }: { readonly certificate: ResponseOf<typeof getCertificate> }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const drawing = useRef<SVGSVGElement>(null);
  const { no, payload, signature, kid, revoked } = certificate;
  const path = verifyPath(no);
  const proven = proofPath(no, certificate);

  const savePicture = async (): Promise<void> => {
    if (drawing.current === null) return;
    try {
      saveFile(`${no}.png`, await pictureOf(drawing.current, PNG_WIDTH, 'image/png'));
    } catch {
      toastError(t('certificate.png.failed'));
    }
  };
  const savePdf = async (): Promise<void> => {
    if (drawing.current === null) return;
    const { width, height } = drawing.current.viewBox.baseVal;
    try {
      const picture = await pictureOf(drawing.current, PDF_WIDTH, 'image/jpeg');
      const bytes = new Uint8Array(await picture.arrayBuffer());
      const document = pdfOf({ bytes, width: PDF_WIDTH, height: Math.floor((PDF_WIDTH * height) / width) });
      saveFile(`${no}.pdf`, new Blob([document], { type: 'application/pdf' }));
    } catch {
      toastError(t('certificate.png.failed'));
    }
  };
  const saveJson = (): void => {
    const content = JSON.stringify({ payload, signature, kid, verify: location.origin + path }, null, 2);
    saveFile(`${no}.json`, new Blob([content], { type: 'application/json' }));
  };

  return (
    <>
      <style>{ON_PAPER}</style>
      {revoked && <Alert>{t('certificate.revoked.text')}</Alert>}
      <div data-certificate>
        <CertificateArt ref={drawing} claims={certificate} verifyUrl={location.origin + proven} />
      </div>
      {!revoked && (
        <div className="flex flex-wrap gap-3 max-sm:[&>*]:grow">
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t('certificate.print')}
          </Button>
          <Button look="quiet" onClick={() => void savePdf()}>
            <FileText aria-hidden className="size-5" />
            {t('certificate.pdf')}
          </Button>
          <Button look="quiet" onClick={() => void savePicture()}>
            <Download aria-hidden className="size-5" />
            {t('certificate.png')}
          </Button>
          <Button look="quiet" onClick={saveJson}>
            <FileJson aria-hidden className="size-5" />
            {t('certificate.json')}
          </Button>
          <ShareButton kind={ShareKind.Page} title={titleOf(certificate, locale)} path={path} />
        </div>
      )}
      <div className="rounded-2xl border border-line bg-surface p-5">
        <h2 className="font-semibold">{t('certificate.verify.how')}</h2>
        <p className="mt-1 text-ink-soft">{t('certificate.verify.how.text')}</p>
        <p className="mt-3 font-mono text-sm break-all">{location.origin + path}</p>
        <LinkButton look="quiet" to={proven} className="mt-4">
          <ShieldCheck aria-hidden className="size-5" />
          {t('certificate.verify.open')}
        </LinkButton>
      </div>
    </>
  );
}
