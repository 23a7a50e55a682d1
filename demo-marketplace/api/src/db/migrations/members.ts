export const MEMBERS = `
  CREATE TABLE member (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    identity integer NOT NULL DEFAULT 1 CHECK (identity IN (1, 2)),
    current_type integer NOT NULL DEFAULT 1 CHECK (current_type IN (1, 2)),
    name text NOT NULL,
    password_hash text NOT NULL,
    headimg_key text NOT NULL DEFAULT '',
    gender integer NOT NULL DEFAULT 0,
    birthday text NOT NULL DEFAULT '',
    intro text NOT NULL DEFAULT '' CHECK (char_length(intro) <= 600),
    area text NOT NULL DEFAULT '',
    interests jsonb NOT NULL DEFAULT '[]',
    locale text NOT NULL,
    timezone text NOT NULL DEFAULT 'Asia/Taipei',
    pid bigint NOT NULL DEFAULT 0,
    provider_check_status integer NOT NULL DEFAULT 0 CHECK (provider_check_status BETWEEN 0 AND 3),
    is_provider boolean NOT NULL DEFAULT false,
    is_homework boolean NOT NULL DEFAULT false,
    is_staff boolean NOT NULL DEFAULT false,
    is_banned boolean NOT NULL DEFAULT false,
    settings jsonb NOT NULL DEFAULT '{}',
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    -- Nobody is on the mentor's side, or has a mentor's rights, without being one.
    CHECK (current_type = 1 OR provider_check_status = 2),
    CHECK (provider_check_status = 2 OR NOT (is_provider OR is_homework))
  );
  CREATE TABLE member_account (
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    channel text NOT NULL,
    account text NOT NULL,
    verified_at bigint NOT NULL,
    PRIMARY KEY (member_id, channel),
    UNIQUE (channel, account)
  );
  CREATE TABLE chat_account (
    member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    username text NOT NULL UNIQUE,
    password_sealed text NOT NULL,
    registered_at bigint
  );
  CREATE TABLE session (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash text NOT NULL UNIQUE,
    former_hash text UNIQUE,
    former_until bigint,
    user_agent text NOT NULL,
    ip text NOT NULL,
    created_at bigint NOT NULL,
    last_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    end_reason text
  );
  CREATE INDEX session_of_member ON session (member_id) WHERE ended_at IS NULL;
  CREATE INDEX session_expiry ON session (expires_at);
  CREATE TABLE verification_code (
    channel text NOT NULL,
    account text NOT NULL,
    scene text NOT NULL,
    code_hash text,
    tries_left integer NOT NULL,
    expires_at bigint NOT NULL,
    next_send_at bigint NOT NULL,
    PRIMARY KEY (channel, account, scene)
  );
  CREATE TABLE notification (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    type text NOT NULL,
    read_at bigint,
    created_at bigint NOT NULL
  );
  CREATE INDEX notification_unread ON notification (member_id) WHERE read_at IS NULL;
  CREATE TABLE media (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id bigint NOT NULL REFERENCES member (id),
    key text NOT NULL UNIQUE,
    type text NOT NULL,
    mime text NOT NULL,
    max_bytes bigint NOT NULL,
    size bigint,
    seconds integer,
    created_at bigint NOT NULL,
    stored_at bigint
  );
`;
