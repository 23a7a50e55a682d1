/** Resumable uploads. */
export const UPLOADS = `
ALTER TABLE media
  ADD COLUMN upload_id text UNIQUE,
  ADD COLUMN upload_name text,
  ADD COLUMN upload_size bigint,
  ADD COLUMN upload_at bigint;
CREATE INDEX media_owner ON media (owner_id);
`;
