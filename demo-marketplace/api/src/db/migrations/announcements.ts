/** Announcements of mentors to the learners of a course: to all of them, or to one. */
export const ANNOUNCEMENTS = `
  CREATE TABLE course_announcement (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    member_id bigint REFERENCES member (id) ON DELETE CASCADE,
    content text NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX course_announcement_of_course ON course_announcement (course_id, id);
`;
