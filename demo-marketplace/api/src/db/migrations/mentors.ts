/** Mentor applications, public mentor profiles, and course versions that are not approved yet. */
export const MENTORS = `
  CREATE TABLE provider_application (
    member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    form jsonb NOT NULL,
    -- Name and identity card, encrypted.
    identity_sealed text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'applying', 'approved', 'failed')),
    reason text NOT NULL DEFAULT '',
    submitted_at bigint,
    decided_at bigint,
    reviewer_id bigint REFERENCES member (id),
    updated_at bigint NOT NULL
  );
  CREATE INDEX provider_application_open ON provider_application (submitted_at) WHERE state = 'applying';
  CREATE TABLE mentor_profile (
    member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    intro text NOT NULL DEFAULT '',
    photo_key text NOT NULL DEFAULT '',
    clip_media_id bigint REFERENCES media (id),
    subjects jsonb NOT NULL DEFAULT '[]',
    education jsonb NOT NULL DEFAULT '[]',
    experience jsonb NOT NULL DEFAULT '[]',
    credentials jsonb NOT NULL DEFAULT '[]',
    updated_at bigint NOT NULL
  );
  CREATE TABLE course_draft (
    course_id bigint PRIMARY KEY REFERENCES course (id) ON DELETE CASCADE,
    state text NOT NULL DEFAULT 'editing' CHECK (state IN ('editing', 'pending', 'refused')),
    reason text NOT NULL DEFAULT '',
    document jsonb NOT NULL,
    submitted_at bigint,
    updated_at bigint NOT NULL
  );
  CREATE INDEX course_draft_open ON course_draft (submitted_at) WHERE state = 'pending';
`;
