/** Coupons are restricted to an item of any type that orders sell, in place of a course. */
export const COUPON_ITEMS = `
  ALTER TABLE coupon ADD COLUMN item_type text, ADD COLUMN item_id bigint;
  UPDATE coupon SET item_type = 'course', item_id = course_id WHERE course_id IS NOT NULL;
  -- Its index, and the constraint that a mentor's coupon is for a course, go with the column.
  ALTER TABLE coupon DROP COLUMN course_id;
  ALTER TABLE coupon ADD CHECK ((item_type IS NULL) = (item_id IS NULL));
  -- A mentor gives coupons for an item only.
  ALTER TABLE coupon ADD CHECK (issuer_id IS NULL OR item_id IS NOT NULL);
  CREATE INDEX coupon_of_item ON coupon (item_type, item_id, id) WHERE item_id IS NOT NULL;
`;
