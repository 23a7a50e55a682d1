import type { CertificateClaims } from '@lectern/marketplace-contract';
import type { Locale } from '../../../i18n/messages.js';
import type { Text } from '../../../i18n/use-text.js';

/** What was learned, in the language that is shown. */
export const titleOf = (course: Pick<CertificateClaims, 'course_zh' | 'course_en'>, locale: Locale): string =>
  locale === 'en' && course.course_en !== '' ? course.course_en : course.course_zh;

/** How long the lessons are: in minutes below an hour and a half, and never nothing. */
export function hoursText(seconds: number, t: Text): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90
    ? t('certificate.minutes', { count: minutes })
    : t('certificate.hours', { count: Math.round(minutes / 6) / 10 });
}

/** Where everybody verifies it. */
export const verifyPath = (no: string): string => `/verify/${encodeURIComponent(no)}`;
