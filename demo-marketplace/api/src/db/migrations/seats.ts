/** Courses with limited seats; an order that can still be paid holds its seat. */
export const SEATS = `
  ALTER TABLE course ADD COLUMN seats integer CHECK (seats > 0);
  CREATE INDEX order_waiting_of_course ON orders (course_id) WHERE status = 'pending';
`;
