/** The search field of all pages; its texts are those of the shell. */
export { SearchField } from './search-field.js';
