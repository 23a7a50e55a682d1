/** Server-rendered page heads for clients that run no scripts: search engines, link previews. */
export { pageHeads, type PageHeads } from './page-heads.js';
export { legalPages } from './legal-pages.js';
export { siteMapRoutes } from './site-map.js';
export { withHead } from './with-head.js';
