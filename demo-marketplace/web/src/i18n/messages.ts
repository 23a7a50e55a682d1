import type { Messages } from '@lingui/core';

export const LOCALES = ['zh-Hant', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { 'zh-Hant': '中文', en: 'English' };

type Load<Id extends string> = () => Promise<{ readonly default: Record<Id, string> }>;

/** Texts of one part of the application; one that exists in one language only does not compile. */
const section = <Id extends string>(texts: Record<Locale, Load<Id>>): Record<Locale, Load<Id>> => texts;

/** Traditional Chinese is written first; the build compiles the texts. */
const sections = {
  base: section({ 'zh-Hant': () => import('./catalogs/zh-Hant.json'), en: () => import('./catalogs/en.json') }),
  shell: section({
    'zh-Hant': () => import('./catalogs/shell.zh-Hant.json'),
    en: () => import('./catalogs/shell.en.json'),
  }),
  classroom: section({
    'zh-Hant': () => import('./catalogs/classroom.zh-Hant.json'),
    en: () => import('./catalogs/classroom.en.json'),
  }),
  account: section({
    'zh-Hant': () => import('./catalogs/account.zh-Hant.json'),
    en: () => import('./catalogs/account.en.json'),
  }),
  profile: section({
    'zh-Hant': () => import('./catalogs/profile.zh-Hant.json'),
    en: () => import('./catalogs/profile.en.json'),
  }),
  share: section({
    'zh-Hant': () => import('./catalogs/share.zh-Hant.json'),
    en: () => import('./catalogs/share.en.json'),
  }),
  catalogue: section({
    'zh-Hant': () => import('./catalogs/catalogue.zh-Hant.json'),
    en: () => import('./catalogs/catalogue.en.json'),
  }),
  orders: section({
    'zh-Hant': () => import('./catalogs/orders.zh-Hant.json'),
    en: () => import('./catalogs/orders.en.json'),
  }),
  wallet: section({
    'zh-Hant': () => import('./catalogs/wallet.zh-Hant.json'),
    en: () => import('./catalogs/wallet.en.json'),
  }),
  live: section({
    'zh-Hant': () => import('./catalogs/live.zh-Hant.json'),
    en: () => import('./catalogs/live.en.json'),
  }),
  player: section({
    'zh-Hant': () => import('./catalogs/player.zh-Hant.json'),
    en: () => import('./catalogs/player.en.json'),
  }),
  mentor: section({
    'zh-Hant': () => import('./catalogs/mentor.zh-Hant.json'),
    en: () => import('./catalogs/mentor.en.json'),
  }),
  editor: section({
    'zh-Hant': () => import('./catalogs/editor.zh-Hant.json'),
    en: () => import('./catalogs/editor.en.json'),
  }),
  planning: section({
    'zh-Hant': () => import('./catalogs/planning.zh-Hant.json'),
    en: () => import('./catalogs/planning.en.json'),
  }),
  desk: section({
    'zh-Hant': () => import('./catalogs/desk.zh-Hant.json'),
    en: () => import('./catalogs/desk.en.json'),
  }),
  feedback: section({
    'zh-Hant': () => import('./catalogs/feedback.zh-Hant.json'),
    en: () => import('./catalogs/feedback.en.json'),
  }),
  office: section({
    'zh-Hant': () => import('./catalogs/office.zh-Hant.json'),
    en: () => import('./catalogs/office.en.json'),
  }),
  certificates: section({
    'zh-Hant': () => import('./catalogs/certificates.zh-Hant.json'),
    en: () => import('./catalogs/certificates.en.json'),
  }),
  system: section({
    'zh-Hant': () => import('./catalogs/system.zh-Hant.json'),
    en: () => import('./catalogs/system.en.json'),
  }),
  messages: section({
    'zh-Hant': () => import('./catalogs/messages.zh-Hant.json'),
    en: () => import('./catalogs/messages.en.json'),
  }),
  chat: section({
    'zh-Hant': () => import('./catalogs/chat.zh-Hant.json'),
    en: () => import('./catalogs/chat.en.json'),
  }),
  course: section({
    'zh-Hant': () => import('./catalogs/course.zh-Hant.json'),
    en: () => import('./catalogs/course.en.json'),
  }),
};

/**
 * A part of the application with texts of its own; a screen declares the sections it needs beside {@link
 * FIRST_SECTIONS}.
 */
export type Section = keyof typeof sections;

/** Sections that are loaded before the first screen. */
export const FIRST_SECTIONS: readonly Section[] = ['base', 'shell'];

type IdsOf<S extends Section> = Awaited<ReturnType<(typeof sections)[S]['en']>>['default'];
/** Every text of the application. */
export type MessageId = { [S in Section]: keyof IdsOf<S> }[Section];

/** Loads parts in one language. */
export async function loadCatalog(locale: Locale, parts: readonly Section[]): Promise<Messages> {
  const loaded = await Promise.all(parts.map((part) => sections[part][locale]()));
  return Object.assign({}, ...loaded.map((texts) => texts.default)) as Messages;
}
