/** Last notification that each member's digest has covered. */
export const DIGESTS = `
  CREATE TABLE digest (
    member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    upto bigint NOT NULL,
    sent_at bigint NOT NULL
  );
`;
