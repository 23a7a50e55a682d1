/** Up to which of their notices members had a digest. */
export const DIGESTS = `
  CREATE TABLE digest (
    member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    upto bigint NOT NULL,
    sent_at bigint NOT NULL
  );
`;
