/** Progress, notes and certificates of learners. */
export const LESSONS = `
  CREATE TABLE caption (
    media_id bigint NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    lang text NOT NULL CHECK (lang IN ('zh', 'en')),
    vtt text NOT NULL,
    PRIMARY KEY (media_id, lang)
  );
  CREATE TABLE unit_progress (
    enrollment_id bigint NOT NULL REFERENCES enrollment (id) ON DELETE CASCADE,
    unit_id bigint NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
    second integer NOT NULL DEFAULT 0,
    watched int4multirange NOT NULL DEFAULT '{}',
    -- The opening that told the second, and its count: a call that was overtaken does not set it back.
    play text NOT NULL,
    step integer NOT NULL,
    done_at bigint,
    updated_at bigint NOT NULL,
    PRIMARY KEY (enrollment_id, unit_id)
  );
  CREATE TABLE lesson_note (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    unit_id bigint NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
    second integer NOT NULL,
    content text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE INDEX lesson_note_of_member ON lesson_note (member_id, unit_id, second);
  CREATE TABLE signing_key (
    kid text PRIMARY KEY,
    public_x text NOT NULL,
    private_sealed text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE TABLE certificate (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    no text NOT NULL UNIQUE,
    member_id bigint NOT NULL REFERENCES member (id),
    course_id bigint NOT NULL REFERENCES course (id),
    payload text NOT NULL,
    signature text NOT NULL,
    kid text NOT NULL REFERENCES signing_key (kid),
    issued_at bigint NOT NULL,
    revoked_at bigint,
    revoke_reason text NOT NULL DEFAULT '',
    UNIQUE (member_id, course_id)
  );
`;
