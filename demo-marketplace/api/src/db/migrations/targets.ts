/**
 * Likes, wish lists, complaints and enrollments are open to every type of content that a feature registers, in place of
 * courses only. Notices about hidden content lead to any page.
 */
export const TARGETS = `
  ALTER TABLE likes DROP CONSTRAINT likes_type_check;
  ALTER TABLE wish DROP CONSTRAINT wish_type_check;
  ALTER TABLE feedback DROP CONSTRAINT feedback_target_type_check;
  ALTER TABLE enrollment DROP CONSTRAINT enrollment_source_check;
  ALTER TABLE likes ADD CONSTRAINT likes_type_check CHECK (type ~ '^[a-z][a-z-]*$');
  ALTER TABLE wish ADD CONSTRAINT wish_type_check CHECK (type ~ '^[a-z][a-z-]*$');
  ALTER TABLE feedback ADD CONSTRAINT feedback_target_type_check CHECK (target_type ~ '^[a-z][a-z-]*$');
  ALTER TABLE enrollment ADD CONSTRAINT enrollment_source_check CHECK (source ~ '^[a-z][a-z-]*$');
  UPDATE notification SET params = params || jsonb_build_object('path', '/video-info?id=' || (params ->> 'id'))
    WHERE kind IN ('content-hidden', 'content-restored') AND NOT params ? 'path';
`;
