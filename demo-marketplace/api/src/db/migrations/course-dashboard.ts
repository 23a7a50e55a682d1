/** View counts of courses, and coupons of mentors. */
export const COURSE_DASHBOARD = `
  CREATE TABLE course_view (
    course_id bigint NOT NULL REFERENCES course (id) ON DELETE CASCADE,
    -- Hours since the epoch: whole days everywhere on earth are made of them.
    hour integer NOT NULL,
    n integer NOT NULL,
    PRIMARY KEY (course_id, hour)
  );
  -- Null for coupons of the site.
  ALTER TABLE coupon ADD COLUMN issuer_id bigint REFERENCES member (id);
  ALTER TABLE coupon ADD COLUMN stopped_at bigint;
  -- A mentor gives coupons for a course only.
  ALTER TABLE coupon ADD CHECK (issuer_id IS NULL OR course_id IS NOT NULL);
  CREATE INDEX coupon_of_course ON coupon (course_id, id) WHERE course_id IS NOT NULL;
`;
