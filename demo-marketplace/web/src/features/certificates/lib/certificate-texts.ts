import type { CertificateClaims } from '@lectern/marketplace-contract';
import type { Locale } from '../../../i18n/messages.js';
import type { Text } from '../../../i18n/use-text.js';

/** The course title in the given language; falls back to Chinese. */
export const titleOf = (course: Pick<CertificateClaims, 'course_zh' | 'course_en'>, locale: Locale): string =>
  locale === 'en' && course.course_en !== '' ? course.course_en : course.course_zh;

/** Below this the duration is left out: such courses consist mainly of texts and quizzes, which have no length. */
const MINUTES_MIN = 30;

/** Formats the size of a course: its lessons and the length of their videos, in minutes below an hour and a half. */
export function factsText({ units, seconds }: Pick<CertificateClaims, 'units' | 'seconds'>, t: Text): string {
  const lessons = t('certificate.lessons', { units });
  const minutes = Math.round(seconds / 60);
  if (minutes < MINUTES_MIN) return lessons;
  const hours =
    minutes < 90
      ? t('certificate.minutes', { count: minutes })
      : t('certificate.hours', { count: Math.round(minutes / 6) / 10 });
  return t('certificate.facts', { lessons, hours });
}

/** Where everybody verifies it. */
export const verifyPath = (no: string): string => `/verify/${encodeURIComponent(no)}`;
