/** The time until the lessons of a campaign are there, and what comes of it when they are late. */
export const CAMPAIGN_PRODUCTION = `
  ALTER TABLE crowdfund
    ADD COLUMN lessons_approved_at bigint,
    ADD COLUMN reminded_at bigint,
    ADD COLUMN cancel_at bigint;
  ALTER TABLE orders ADD COLUMN refundable_until bigint;
`;
