/** Sharing pages (specification §2); its texts are in the section `share`. */
export { ShareButton } from './components/share-button.js';
export { ShareKind } from './lib/share-links.js';
