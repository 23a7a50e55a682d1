/** Attendance is recorded from the events of conferences, each of which may come twice. */
export const ATTENDANCE = `
  -- No session was attended before, since no room could be entered.
  DELETE FROM attendance;
  ALTER TABLE attendance
    ADD conference_id text NOT NULL,
    ADD conference_member text NOT NULL,
    ADD was_removed boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT attendance_once UNIQUE (conference_id, conference_member, joined_at);

  CREATE TABLE session_conference (
    id text PRIMARY KEY,
    session_id bigint NOT NULL REFERENCES live_session (id) ON DELETE CASCADE,
    room_name text NOT NULL,
    password_sealed text NOT NULL,
    opened_at bigint NOT NULL
  );
  CREATE INDEX session_conference_of_session ON session_conference (session_id, opened_at);

  -- Roles that were decided in the rooms of a session, which hold when the member comes back.
  CREATE TABLE session_role (
    session_id bigint NOT NULL REFERENCES live_session (id) ON DELETE CASCADE,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('admin', 'talker', 'audience')),
    PRIMARY KEY (session_id, member_id)
  );
`;
