// Polyfills for features later than ES2017 that the SDK uses and Safari 11 lacks. They are imported one by one, so that
// the file contains only these; the browser test of the file deletes them before it loads it.
import 'core-js/stable/array/at';
import 'core-js/stable/array/find-last';
import 'core-js/stable/array/find-last-index';
import 'core-js/stable/array/flat';
import 'core-js/stable/array/flat-map';
import 'core-js/stable/global-this';
import 'core-js/stable/object/from-entries';
import 'core-js/stable/object/has-own';
import 'core-js/stable/promise/all-settled';
import 'core-js/stable/promise/finally';
import 'core-js/stable/string/at';
import 'core-js/stable/string/match-all';
import 'core-js/stable/string/replace-all';
import 'core-js/stable/string/trim-start';
import 'core-js/stable/symbol/async-iterator';
import 'abortcontroller-polyfill/dist/polyfill-patch-fetch.js';

/** The same exports as the file for current browsers. */
export * from './script-tag.js';
