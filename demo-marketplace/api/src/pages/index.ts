/** Server-rendered page heads for clients that run no scripts: search engines, link previews. */
export { pageHeads, type PageHeads } from './page-heads.js';
export { withHead } from './with-head.js';
