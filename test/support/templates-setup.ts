// Playwright takes the default export of its global setup.
// oxlint-disable-next-line import/no-default-export
export { shareTemplates as default } from './data-templates.js';
