import {
  BadgeCheck,
  BookOpenCheck,
  CalendarCheck2,
  CircleDollarSign,
  Flag,
  HandCoins,
  MessageSquareText,
  ReceiptText,
  ScrollText,
  Users,
  type LucideIcon,
} from 'lucide-react';

/** The parts of the back office, in the order of its menu. */
export const SECTIONS = [
  'mentors',
  'courses',
  'lives',
  'withdrawals',
  'refunds',
  'payments',
  'reports',
  'feedback',
  'members',
  'log',
] as const;
export type OfficeSection = (typeof SECTIONS)[number];

export const SECTION_ICONS: Readonly<Record<OfficeSection, LucideIcon>> = {
  mentors: BadgeCheck,
  courses: BookOpenCheck,
  lives: CalendarCheck2,
  withdrawals: HandCoins,
  refunds: ReceiptText,
  payments: CircleDollarSign,
  reports: Flag,
  feedback: MessageSquareText,
  members: Users,
  log: ScrollText,
};

/** The section that an address names; the first one for any other. */
export const sectionOf = (search: URLSearchParams): OfficeSection =>
  SECTIONS.find((section) => section === search.get('section')) ?? SECTIONS[0];

/** The address of a section of the back office; empty parameters are left out. */
export function officeLink(
  section: OfficeSection,
  more: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const given = Object.entries(more).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams({ section, ...Object.fromEntries(given.map(([k, v]) => [k, String(v)])) });
  return `/admin?${query.toString()}`;
}
