/** Uploads in one request: which connection sends a file, and which files are unfinished. */
export const UPLOADS_IN_PROGRESS = `
ALTER TABLE media ADD COLUMN receiving_id text UNIQUE;
CREATE INDEX media_unfinished ON media (created_at) WHERE stored_at IS NULL;
`;
