/** Secrets of an installation: made once, kept in files. */
export { fileSecret, readSecretFile } from './secret-file.js';
