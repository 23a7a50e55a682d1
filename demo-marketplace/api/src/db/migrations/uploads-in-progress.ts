/** Uploads in one request: the connection that sends a file, and the files that are incomplete. */
export const UPLOADS_IN_PROGRESS = `
ALTER TABLE media ADD COLUMN receiving_id text UNIQUE;
CREATE INDEX media_unfinished ON media (created_at) WHERE stored_at IS NULL;
`;
