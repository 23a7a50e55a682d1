/** Parts of the demo's content that were applied. */
export const DEMO_PARTS = `
  CREATE TABLE demo_part (
    name text PRIMARY KEY,
    applied_at bigint NOT NULL
  );
`;
