export const MACHINERY = `
  CREATE TABLE throttle (key text PRIMARY KEY, count integer NOT NULL, reset_at bigint NOT NULL);
  CREATE INDEX throttle_reset ON throttle (reset_at);
  CREATE TABLE replay (
    owner text NOT NULL,
    client_token text NOT NULL,
    action text NOT NULL,
    fingerprint text NOT NULL,
    answer jsonb,
    expires_at bigint NOT NULL,
    PRIMARY KEY (owner, client_token)
  );
  CREATE INDEX replay_expiry ON replay (expires_at);
  CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    actor_id bigint,
    action text NOT NULL,
    target text NOT NULL,
    details jsonb NOT NULL,
    ip text NOT NULL,
    request_id text NOT NULL
  );
  CREATE INDEX audit_log_target ON audit_log (target, id);
  CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic text NOT NULL,
    payload jsonb,
    created_at bigint NOT NULL,
    run_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    delivered_at bigint,
    failed_at bigint,
    last_error text
  );
  CREATE INDEX outbox_due ON outbox (run_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
  CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    unique_key text,
    run_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    done_at bigint,
    failed_at bigint,
    last_error text
  );
  CREATE INDEX job_due ON job (run_at) WHERE done_at IS NULL AND failed_at IS NULL;
  CREATE UNIQUE INDEX job_unique ON job (unique_key) WHERE done_at IS NULL AND failed_at IS NULL;
`;
