import { needTexts } from '../i18n/locale.js';
import type { Section } from '../i18n/messages.js';
import type { PageLoader } from './pages.js';

/** A screen whose texts are loaded with it. */
export const screen =
  (load: PageLoader, ...texts: readonly Section[]): PageLoader =>
  async () =>
    (await Promise.all([load(), needTexts(...texts)]))[0];
