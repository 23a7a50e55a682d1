/** What the server puts into the application's page for those who read no script: search engines, shared links. */
export { pageHeads, type PageHeads } from './page-heads.js';
export { legalPages } from './legal-pages.js';
export { siteMapRoutes } from './site-map.js';
export { withHead } from './with-head.js';
