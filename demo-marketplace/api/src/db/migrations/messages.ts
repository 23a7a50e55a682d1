export const MESSAGES = `
  ALTER TABLE notification ADD COLUMN kind text NOT NULL DEFAULT '', ADD COLUMN params jsonb NOT NULL DEFAULT '{}';
  CREATE INDEX notification_of_member ON notification (member_id, id DESC);
`;
