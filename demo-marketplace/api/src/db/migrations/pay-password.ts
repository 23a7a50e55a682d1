/** Payment passwords, required when money leaves a member's wallet. */
export const PAY_PASSWORD = `
  CREATE TABLE pay_password (
    member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Its hash, sealed: six digits are guessed fast by whoever has the plain one.
    hash_sealed text NOT NULL,
    set_at bigint NOT NULL
  );
`;
