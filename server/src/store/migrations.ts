import type { Migration } from '@lectern/kit/postgres';

/** Migrations of the tables, in the order in which they are applied. None is edited once released. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: '0001-users-and-conferences',
    sql: `
      CREATE TABLE users (
        app_key text NOT NULL,
        name text NOT NULL,
        password_hash text NOT NULL,
        nick_name text,
        created_at bigint NOT NULL,
        PRIMARY KEY (app_key, name)
      );
      CREATE TABLE conferences (
        id text PRIMARY KEY,
        app_key text NOT NULL,
        room_name text,
        type integer NOT NULL,
        password_hash text NOT NULL,
        creator text NOT NULL,
        created_at bigint NOT NULL,
        closed_at bigint
      );
      CREATE UNIQUE INDEX conferences_open_room ON conferences (app_key, room_name) WHERE closed_at IS NULL;
      CREATE INDEX conferences_open ON conferences (created_at) WHERE closed_at IS NULL;
      CREATE TABLE conference_roles (
        conference_id text NOT NULL REFERENCES conferences (id) ON DELETE CASCADE,
        mem_name text NOT NULL,
        role integer NOT NULL,
        granted_at bigint NOT NULL,
        PRIMARY KEY (conference_id, mem_name)
      );
    `,
  },
  {
    name: '0002-conference-facts',
    sql: `
      CREATE TABLE conference_facts (
        conference_id text NOT NULL REFERENCES conferences (id) ON DELETE CASCADE,
        key text NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (conference_id, key)
      );
      INSERT INTO conference_facts
        SELECT r.conference_id, 'roles:' || r.mem_name, r.role::text
        FROM conference_roles r JOIN conferences c ON c.id = r.conference_id
        WHERE c.closed_at IS NULL;
      DROP TABLE conference_roles;
    `,
  },
  {
    name: '0003-conference-config',
    sql: `ALTER TABLE conferences ADD COLUMN config json NOT NULL DEFAULT '{}';`,
  },
  {
    name: '0004-recordings',
    sql: `
      CREATE TABLE recorded_conferences (
        id text PRIMARY KEY,
        app_key text NOT NULL,
        creator text NOT NULL,
        admins text NOT NULL,
        is_merged boolean NOT NULL,
        ended_at bigint
      );
      CREATE TABLE recordings (
        id text PRIMARY KEY,
        conference_id text NOT NULL,
        kind text NOT NULL,
        state text NOT NULL,
        stream_id text,
        stream_type integer,
        mem_name text,
        has_audio boolean NOT NULL,
        has_video boolean NOT NULL,
        video_codec text,
        width integer,
        height integer,
        bytes bigint NOT NULL,
        duration_ms bigint NOT NULL,
        started_at bigint NOT NULL,
        ended_at bigint,
        end_reason text,
        message text
      );
      CREATE INDEX recordings_of_conference ON recordings (conference_id, started_at);
      CREATE INDEX recordings_unfinished ON recordings (state) WHERE state IN ('recording', 'waiting', 'merging');
      CREATE INDEX recordings_ended ON recordings (ended_at);
    `,
  },
  {
    name: '0005-webhook-outbox',
    sql: `
      CREATE TABLE webhook_outbox (
        position bigserial PRIMARY KEY,
        id text NOT NULL,
        conference_id text NOT NULL,
        body text NOT NULL,
        created_at bigint NOT NULL
      );
      CREATE INDEX webhook_outbox_of_conference ON webhook_outbox (conference_id, position);
      CREATE INDEX webhook_outbox_age ON webhook_outbox (created_at);
    `,
  },
  {
    name: '0006-token-revocations',
    sql: `
      CREATE TABLE token_revocations (
        app_key text NOT NULL,
        name text NOT NULL,
        revoked_at bigint NOT NULL,
        PRIMARY KEY (app_key, name)
      );
    `,
  },
  {
    name: '0007-instant-messages',
    sql: `
      CREATE TABLE im_messages (
        id bigint PRIMARY KEY,
        app_key text NOT NULL,
        sender text NOT NULL,
        resource text NOT NULL,
        recipient text NOT NULL,
        client_id text NOT NULL,
        kind smallint NOT NULL,
        body bytea NOT NULL,
        sent_at bigint NOT NULL
      );
      CREATE UNIQUE INDEX im_messages_once ON im_messages (app_key, sender, resource, client_id);
      CREATE INDEX im_messages_queue ON im_messages (app_key, recipient, sender, id);
      CREATE TABLE im_queues (
        app_key text NOT NULL,
        owner text NOT NULL,
        peer text NOT NULL,
        last_id bigint NOT NULL,
        acked_id bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (app_key, owner, peer)
      );
      CREATE TABLE im_cursors (
        app_key text NOT NULL,
        owner text NOT NULL,
        resource text NOT NULL,
        peer text NOT NULL,
        acked_id bigint NOT NULL,
        PRIMARY KEY (app_key, owner, resource, peer)
      );
    `,
  },
  {
    name: '0008-user-info',
    sql: `
      CREATE TABLE user_info (
        app_key text NOT NULL,
        name text NOT NULL,
        key text NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (app_key, name, key)
      );
    `,
  },
  {
    name: '0009-groups-and-conversations',
    sql: `
      ALTER TABLE im_messages ADD COLUMN ns smallint NOT NULL DEFAULT 1, ADD COLUMN content_type smallint;
      CREATE INDEX im_messages_group ON im_messages (app_key, recipient, id) WHERE recipient LIKE '#%';
      ALTER TABLE im_queues
        ADD COLUMN newest_id bigint NOT NULL DEFAULT 0,
        ADD COLUMN read_id bigint NOT NULL DEFAULT 0,
        ADD COLUMN hidden_id bigint NOT NULL DEFAULT 0,
        ADD COLUMN cleared_id bigint NOT NULL DEFAULT 0;
      INSERT INTO im_queues (app_key, owner, peer, last_id, newest_id)
        SELECT app_key, owner, peer, 0, max(id) FROM (
          SELECT app_key, recipient AS owner, sender AS peer, id FROM im_messages WHERE kind = 1
          UNION ALL SELECT app_key, sender, recipient, id FROM im_messages WHERE kind = 1
        ) both_ways
        GROUP BY app_key, owner, peer
        ON CONFLICT (app_key, owner, peer) DO UPDATE SET newest_id = excluded.newest_id;
      CREATE TABLE im_groups (
        app_key text NOT NULL,
        id text NOT NULL,
        owner text NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        avatar text NOT NULL,
        custom text NOT NULL,
        is_public boolean NOT NULL,
        needs_approval boolean NOT NULL,
        members_invite boolean NOT NULL,
        invite_needs_confirm boolean NOT NULL,
        max_members integer NOT NULL,
        created_at bigint NOT NULL,
        PRIMARY KEY (app_key, id)
      );
      CREATE INDEX im_groups_public ON im_groups (app_key, id) WHERE is_public;
      CREATE TABLE im_group_members (
        app_key text NOT NULL,
        group_id text NOT NULL,
        name text NOT NULL,
        joined_id bigint NOT NULL,
        joined_at bigint NOT NULL,
        left_id bigint,
        PRIMARY KEY (app_key, group_id, name, joined_id)
      );
      CREATE UNIQUE INDEX im_group_members_now ON im_group_members (app_key, group_id, name) WHERE left_id IS NULL;
      CREATE INDEX im_group_members_of_user ON im_group_members (app_key, name);
      CREATE TABLE im_group_requests (
        app_key text NOT NULL,
        group_id text NOT NULL,
        name text NOT NULL,
        kind text NOT NULL,
        by_name text NOT NULL,
        PRIMARY KEY (app_key, group_id, name, kind)
      );
    `,
  },
  {
    name: '0010-presence-watches',
    sql: `
      CREATE TABLE presence_watches (
        app_key text NOT NULL,
        watcher text NOT NULL,
        watched text NOT NULL,
        until bigint NOT NULL,
        PRIMARY KEY (app_key, watcher, watched)
      );
    `,
  },
  {
    name: '0011-quality-records',
    sql: `
      CREATE TABLE quality_conferences (
        id text PRIMARY KEY,
        app_key text NOT NULL,
        creator text NOT NULL,
        admins text NOT NULL,
        last_at bigint NOT NULL
      );
      CREATE TABLE quality_records (
        id bigserial PRIMARY KEY,
        conference_id text NOT NULL,
        mem_name text NOT NULL,
        mem_id text,
        upload_id text NOT NULL,
        counter_id integer NOT NULL,
        type smallint NOT NULL,
        event smallint,
        stream_id text,
        time bigint NOT NULL,
        received_at bigint NOT NULL,
        body text NOT NULL
      );
      CREATE UNIQUE INDEX quality_records_once ON quality_records (conference_id, mem_name, upload_id, counter_id);
      CREATE INDEX quality_records_in_time ON quality_records (conference_id, mem_name, time, id);
      CREATE INDEX quality_conferences_age ON quality_conferences (last_at);
    `,
  },
  {
    // Index for the newest record of type 0 of a member, which is one among thousands.
    name: '0012-quality-inits',
    sql: `CREATE INDEX quality_records_inits ON quality_records (conference_id, mem_name, time) WHERE type = 0;`,
  },
  {
    name: '0013-secret-fingerprints',
    sql: `CREATE TABLE secret_fingerprints (fingerprint text PRIMARY KEY);`,
  },
  {
    name: '0014-api-keys',
    sql: `
      CREATE TABLE api_keys (
        id text PRIMARY KEY,
        app_key text NOT NULL,
        name text NOT NULL,
        sealed_secret text NOT NULL,
        created_at bigint NOT NULL,
        revoked_at bigint
      );
      CREATE TABLE grant_revocations (
        position bigserial PRIMARY KEY,
        app_key text NOT NULL,
        kind text NOT NULL,
        value text NOT NULL,
        room text,
        at bigint NOT NULL
      );
    `,
  },
  {
    name: '0015-events',
    sql: `
      CREATE TABLE events (
        position bigserial PRIMARY KEY,
        id text NOT NULL,
        app_key text NOT NULL,
        conference_id text NOT NULL,
        body text NOT NULL,
        created_at bigint NOT NULL
      );
      CREATE INDEX events_in_order ON events (app_key, position);
      CREATE INDEX events_age ON events (created_at);
      CREATE TABLE event_cursors (consumer text PRIMARY KEY, position bigint NOT NULL);
      CREATE TABLE operator_replays (
        key_id text NOT NULL,
        idempotency_key text NOT NULL,
        request text NOT NULL,
        answer text,
        started_at bigint NOT NULL,
        PRIMARY KEY (key_id, idempotency_key)
      );
      CREATE INDEX operator_replays_age ON operator_replays (started_at);
    `,
  },
  {
    name: '0016-merge-attempts',
    sql: `ALTER TABLE recordings ADD COLUMN merge_attempts integer NOT NULL DEFAULT 0;`,
  },
];
