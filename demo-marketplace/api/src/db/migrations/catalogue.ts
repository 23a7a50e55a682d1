/** Reviews, questions and likes of courses, wish lists and follows. */
export const CATALOGUE = `
  CREATE TABLE review (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    star integer NOT NULL CHECK (star BETWEEN 1 AND 5),
    content text NOT NULL,
    images jsonb NOT NULL DEFAULT '[]',
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    UNIQUE (course_id, member_id)
  );
  CREATE TABLE course_question (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    -- What was asked about a lesson that is gone was asked about the course.
    unit_id bigint REFERENCES unit (id) ON DELETE SET NULL,
    second integer,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    content text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX course_question_of_course ON course_question (course_id, id);
  CREATE TABLE course_question_reply (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    question_id bigint NOT NULL REFERENCES course_question (id) ON DELETE CASCADE,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    content text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX reply_of_question ON course_question_reply (question_id, id);
  CREATE TABLE likes (
    type text NOT NULL CHECK (type IN ('review', 'question')),
    target_id bigint NOT NULL,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    PRIMARY KEY (type, target_id, member_id)
  );
  CREATE TABLE wish (
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    type text NOT NULL CHECK (type = 'course'),
    target_id bigint NOT NULL,
    price_cents bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (member_id, type, target_id)
  );
  CREATE TABLE follow (
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    target_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    PRIMARY KEY (member_id, target_id),
    CHECK (member_id <> target_id)
  );
  CREATE INDEX followers_of ON follow (target_id, created_at);
`;
