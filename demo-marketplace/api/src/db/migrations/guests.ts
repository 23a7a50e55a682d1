/** Guests of classes, who are deleted a day after their last class. */
export const GUESTS = `
  CREATE TABLE guest (
    username text PRIMARY KEY,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL
  );
  CREATE INDEX guest_seen ON guest (seen_at);
`;
