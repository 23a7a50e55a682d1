/** Which secrets sealed what is in the database. */
export const SECRETS = `
  CREATE TABLE secret_fingerprint (fingerprint text PRIMARY KEY);
`;
