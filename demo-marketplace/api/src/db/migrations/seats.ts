/** Courses that only so many may have; an order that may still be paid keeps its place. */
export const SEATS = `
  ALTER TABLE course ADD COLUMN seats integer CHECK (seats > 0);
  CREATE INDEX order_waiting_of_course ON orders (course_id) WHERE status = 'pending';
`;
