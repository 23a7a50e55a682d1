/** Quiz and file units, and quiz attempts. */
export const QUIZZES = `
  ALTER TABLE unit DROP CONSTRAINT unit_type_check;
  ALTER TABLE unit ADD CONSTRAINT unit_type_check CHECK (type IN ('video', 'article', 'quiz', 'file'));
  ALTER TABLE unit ADD COLUMN quiz jsonb;
  ALTER TABLE unit ADD CHECK ((type = 'quiz') = (quiz IS NOT NULL));
  CREATE TABLE quiz_attempt (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    enrollment_id bigint NOT NULL REFERENCES enrollment (id) ON DELETE CASCADE,
    unit_id bigint NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
    answers jsonb NOT NULL,
    score integer NOT NULL CHECK (score BETWEEN 0 AND 100),
    is_passed boolean NOT NULL,
    created_at bigint NOT NULL
  );
  CREATE INDEX quiz_attempt_of_unit ON quiz_attempt (enrollment_id, unit_id);
`;
