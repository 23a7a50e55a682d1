// Playwright's global setup takes a default export, and no other.
export { shareTemplates as default } from './data-templates.js';
