/** Secrets of an installation: created once, kept in files. */
export { fileSecret, readSecretFile } from './secret-file.js';
