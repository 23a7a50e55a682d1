/** Complaints about reviews, questions and replies, and hidden content. */
export const REPORTS = `
  ALTER TABLE feedback DROP CONSTRAINT feedback_target_type_check;
  ALTER TABLE feedback ADD CONSTRAINT feedback_target_type_check
    CHECK (target_type IN ('course', 'mentor', 'review', 'question', 'reply'));
  ALTER TABLE review ADD COLUMN hidden_at bigint;
  ALTER TABLE course_question ADD COLUMN hidden_at bigint;
  ALTER TABLE course_question_reply ADD COLUMN hidden_at bigint;
`;
