import type { CertificateClaims } from '@lectern/marketplace-contract';
import type { ReactElement, RefObject } from 'react';
import { encode } from 'uqr';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { factsText, titleOf } from '../lib/certificate-texts.js';

export interface CertificateArtProps {
  readonly claims: CertificateClaims;
  /** Where it is verified; on the certificate as a code. */
  readonly verifyUrl: string;
  readonly ref?: RefObject<SVGSVGElement | null>;
}

const [WIDTH, HEIGHT] = [1000, 700];
const FONT = "'PingFang TC', 'Microsoft JhengHei', 'Noto Sans TC', 'Noto Sans CJK TC', system-ui, sans-serif";
/** Wide signs count twice; what does not fit is written smaller. */
const widthOf = (text: string): number => Array.from(text).reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1.1), 0);
const sizeFor = (text: string, most: number, room: number): number => Math.min(most, (room / widthOf(text)) * 2);

/** A certificate as SVG. It looks the same on the screen, on paper and as an image, in both themes. */
export function CertificateArt({ claims, verifyUrl, ref }: CertificateArtProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const title = titleOf(claims, locale);
  const day = new Intl.DateTimeFormat(locale === 'en' ? 'en' : 'zh-TW', { dateStyle: 'long' }).format(
    Date.parse(claims.issued_at),
  );
  return (
    <figure aria-label={t('certificate.art', { holder: claims.holder, course: title })}>
      <svg
        ref={ref}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="block h-auto w-full rounded-2xl shadow-card"
        fontFamily={FONT}
      >
        <rect width={WIDTH} height={HEIGHT} fill="#fbfaf6" />
        <rect x="24" y="24" width={WIDTH - 48} height={HEIGHT - 48} fill="none" stroke="#17694f" strokeWidth="3" />
        <rect x="34" y="34" width={WIDTH - 68} height={HEIGHT - 68} fill="none" stroke="#c8a24a" strokeWidth="1" />
        <path d="M24 24h150L24 174z" fill="#17694f" />
        <path d="M976 676h-64l64-64z" fill="#17694f" />
        <g textAnchor="middle" fill="#1b231f">
          <text x="500" y="118" fontSize="24" fill="#17694f" letterSpacing="6">
            {claims.issuer}
          </text>
          <text x="500" y="178" fontSize="44" fontWeight="700" letterSpacing="4">
            {t('certificate.heading')}
          </text>
          <text x="500" y="248" fontSize="20" fill="#55605a">
            {t('certificate.awarded')}
          </text>
          <text x="500" y="316" fontSize={sizeFor(claims.holder, 52, 760)} fontWeight="700">
            {claims.holder}
          </text>
          <line x1="300" y1="342" x2="700" y2="342" stroke="#c8a24a" />
          <text x="500" y="386" fontSize="20" fill="#55605a">
            {t('certificate.finished')}
          </text>
          <text x="500" y="438" fontSize={sizeFor(title, 34, 800)} fontWeight="600" fill="#17694f">
            {title}
          </text>
          <text x="500" y="480" fontSize="18" fill="#55605a">
            {factsText(claims, t)}
          </text>
        </g>
        <g fill="#1b231f" fontSize="18">
          <text x="90" y="566" fill="#55605a" fontSize="15">
            {t('certificate.mentor')}
          </text>
          <text x="90" y="592">
            {claims.mentor}
          </text>
          <text x="400" y="566" fill="#55605a" fontSize="15">
            {t('certificate.day')}
          </text>
          <text x="400" y="592">
            {day}
          </text>
          <text x="90" y="636" fontSize="15" fill="#55605a" fontFamily="monospace">
            {claims.no}
          </text>
        </g>
        <Code text={verifyUrl} x={752} y={506} size={138} />
      </svg>
    </figure>
  );
}

function Code({
  text,
  x,
  y,
  size,
}: {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}): ReactElement {
  const { data, size: modules } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, at) => row.map((isDark, column) => (isDark ? `M${column} ${at}h1v1h-1z` : '')))
    .join('');
  return (
    <svg x={x} y={y} width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} shapeRendering="crispEdges">
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={path} fill="#1b231f" />
    </svg>
  );
}
