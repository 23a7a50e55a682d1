/** Fingerprints of the secrets that encrypted values of the database. */
export const SECRETS = `
  CREATE TABLE secret_fingerprint (fingerprint text PRIMARY KEY);
`;
