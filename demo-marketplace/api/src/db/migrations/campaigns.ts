/** Updates for the backers of a campaign, and its cancellation. */
export const CAMPAIGNS = `
  CREATE TABLE crowdfund_update (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    course_id bigint NOT NULL REFERENCES crowdfund (course_id) ON DELETE CASCADE,
    content text NOT NULL,
    images jsonb NOT NULL DEFAULT '[]',
    created_at bigint NOT NULL
  );
  CREATE INDEX update_of_crowdfund ON crowdfund_update (course_id, id);
  ALTER TABLE crowdfund ADD COLUMN cancel_reason text NOT NULL DEFAULT '';
  -- A backer says whether others see who it is.
  ALTER TABLE orders ADD COLUMN is_named boolean NOT NULL DEFAULT false;
  CREATE INDEX pledges_to ON orders (course_id, paid_at) WHERE item_type = 'crowdfund';
`;
