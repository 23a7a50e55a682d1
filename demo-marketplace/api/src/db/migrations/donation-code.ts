/** Donation code of the charity that receives an invoice; empty for none. */
export const DONATION_CODE = `ALTER TABLE invoice ADD COLUMN donation text NOT NULL DEFAULT '';`;
