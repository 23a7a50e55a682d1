/** Indexes for lists and counts of a large site: 20,000 courses, 100,000 orders. */
export const VOLUME = `
  CREATE INDEX member_banned ON member (id) WHERE is_banned;
  CREATE INDEX member_mentor ON member (id) WHERE is_provider;
  CREATE INDEX enrollment_joined ON enrollment (course_id, created_at, member_id);
  DROP INDEX enrollment_of_course;
  CREATE INDEX enrollment_learning ON enrollment (course_id, member_id) WHERE ended_at IS NULL;
  CREATE INDEX order_paid_of_course ON orders (course_id, paid_at) WHERE paid_at IS NOT NULL;
`;
