/** Attendance is recorded from the events of conferences, each of which may come twice. */
export const ATTENDANCE = `
  -- No session was attended before, since no room could be entered.
  DELETE FROM attendance;
  ALTER TABLE attendance
    ADD conference_id text NOT NULL,
    ADD conference_member text NOT NULL,
    ADD was_removed boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT attendance_once UNIQUE (conference_id, conference_member);

  CREATE TABLE session_conference (
    id text PRIMARY KEY,
    session_id bigint NOT NULL REFERENCES live_session (id) ON DELETE CASCADE
  );
`;
