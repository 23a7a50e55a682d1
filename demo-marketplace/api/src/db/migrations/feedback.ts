/** Feedback of members to the operators; with a target it is a complaint about that target. */
export const FEEDBACK = `
  CREATE TABLE feedback (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('suggestion', 'problem', 'payment', 'other', 'complaint')),
    content text NOT NULL,
    image_key text NOT NULL DEFAULT '',
    contact text NOT NULL DEFAULT '',
    diag text NOT NULL DEFAULT '',
    target_type text CHECK (target_type IN ('course', 'mentor')),
    target_id bigint,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'upheld', 'dismissed')),
    reply text NOT NULL DEFAULT '',
    decided_at bigint,
    created_at bigint NOT NULL,
    CHECK ((type = 'complaint') = (target_type IS NOT NULL)),
    CHECK ((target_type IS NULL) = (target_id IS NULL)),
    CHECK ((state = 'open') = (decided_at IS NULL)),
    CHECK (state = 'open' OR (state = 'answered') = (target_type IS NULL))
  );
  CREATE INDEX feedback_of_member ON feedback (member_id, id);
  CREATE INDEX feedback_open ON feedback (id) WHERE state = 'open';
  -- Somebody complains about a thing once, until that is decided.
  CREATE UNIQUE INDEX feedback_complaint ON feedback (member_id, target_type, target_id) WHERE state = 'open';
`;
