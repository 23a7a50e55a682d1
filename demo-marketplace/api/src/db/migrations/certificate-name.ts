/** Legal name for certificates; empty until the member has given one. */
export const CERTIFICATE_NAME = `ALTER TABLE member ADD COLUMN certificate_name text NOT NULL DEFAULT '';`;
