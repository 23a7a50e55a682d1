/** Binds each verification code to its requester. Existing codes are deleted, since they live for ten minutes only. */
export const CODE_REQUESTERS = `
  DROP TABLE verification_code;
  CREATE TABLE verification_code (
    channel text NOT NULL,
    account text NOT NULL,
    scene text NOT NULL,
    requester text NOT NULL,
    code_hash text,
    tries_left integer NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (channel, account, scene, requester)
  );
  CREATE INDEX verification_code_expiry ON verification_code (expires_at);
  CREATE INDEX session_members ON session (member_id);
`;
