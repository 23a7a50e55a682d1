import type { LiveDocument } from '@lectern/marketplace-contract';
import { sanitise } from '../mentor/sanitise.js';

/** Document with sanitised HTML, as it is stored. */
export const cleanDocument = (document: LiveDocument): LiveDocument => ({
  ...document,
  intro: { zh: sanitise(document.intro.zh), en: sanitise(document.intro.en) },
});
