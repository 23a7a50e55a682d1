/**
 * Live classes and activities with their rooms, sessions, tickets and attendance. Seats that unpaid orders hold are not
 * counted in a column: each order holds its own until its deadline.
 */
export const LIVE = `
  CREATE TABLE live_room (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id bigint NOT NULL REFERENCES member (id),
    name text NOT NULL,
    password_sealed text NOT NULL DEFAULT '',
    default_role text NOT NULL DEFAULT 'audience' CHECK (default_role IN ('talker', 'audience')),
    mute_all boolean NOT NULL DEFAULT false,
    is_waiting boolean NOT NULL DEFAULT false,
    is_recorded boolean NOT NULL DEFAULT false,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE INDEX live_room_of_owner ON live_room (owner_id, id);

  CREATE TABLE live (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('class', 'activity')),
    mode text NOT NULL CHECK (mode IN ('online', 'offline')),
    mentor_id bigint NOT NULL REFERENCES member (id),
    room_id bigint REFERENCES live_room (id),
    title_zh text NOT NULL DEFAULT '',
    title_en text NOT NULL DEFAULT '',
    intro_zh text NOT NULL DEFAULT '',
    intro_en text NOT NULL DEFAULT '',
    cover text NOT NULL DEFAULT '',
    venue text NOT NULL DEFAULT '',
    map_link text NOT NULL DEFAULT '',
    refund_policy text NOT NULL DEFAULT 'flexible' CHECK (refund_policy IN ('flexible', 'moderate', 'strict')),
    broadcast_start bigint,
    broadcast_end bigint CHECK (broadcast_end > broadcast_start),
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending', 'approved', 'paused', 'refused')),
    refuse_reason text NOT NULL DEFAULT '',
    version integer NOT NULL DEFAULT 1,
    search tsvector NOT NULL DEFAULT '',
    submitted_at bigint,
    published_at bigint,
    deleted_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CHECK (status NOT IN ('approved', 'paused') OR (published_at IS NOT NULL AND broadcast_end IS NOT NULL)),
    CHECK (status NOT IN ('approved', 'paused') OR mode = 'offline' OR room_id IS NOT NULL)
  );
  CREATE INDEX live_of_mentor ON live (mentor_id, updated_at) WHERE deleted_at IS NULL;
  CREATE INDEX live_waiting ON live (submitted_at) WHERE status = 'pending';
  CREATE INDEX live_of_room ON live (room_id);
  CREATE INDEX live_search ON live USING gin (search);

  CREATE TABLE live_draft (
    live_id bigint PRIMARY KEY REFERENCES live (id) ON DELETE CASCADE,
    document jsonb NOT NULL,
    updated_at bigint NOT NULL
  );

  CREATE TABLE live_session (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    live_id bigint NOT NULL REFERENCES live (id),
    title_zh text NOT NULL,
    title_en text NOT NULL DEFAULT '',
    start_at bigint NOT NULL,
    end_at bigint NOT NULL CHECK (end_at > start_at),
    state text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'open', 'live', 'ended', 'cancelled')),
    cancel_reason text NOT NULL DEFAULT '',
    -- Null until the session is over.
    was_held boolean CHECK (was_held IS NULL OR state = 'ended')
  );
  CREATE INDEX live_session_of_live ON live_session (live_id, start_at);
  CREATE INDEX live_session_upcoming ON live_session (end_at) WHERE state IN ('scheduled', 'open', 'live');

  CREATE TABLE ticket_type (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    live_id bigint NOT NULL REFERENCES live (id),
    name_zh text NOT NULL,
    name_en text NOT NULL DEFAULT '',
    price_cents bigint NOT NULL CHECK (price_cents >= 0),
    original_price_cents bigint NOT NULL CHECK (original_price_cents >= price_cents),
    early_price_cents bigint CHECK (early_price_cents BETWEEN 0 AND price_cents),
    early_until bigint CHECK ((early_until IS NULL) = (early_price_cents IS NULL)),
    quantity integer NOT NULL CHECK (quantity > 0),
    sold integer NOT NULL DEFAULT 0 CHECK (sold BETWEEN 0 AND quantity),
    limit_per_member integer NOT NULL CHECK (limit_per_member > 0),
    sale_start bigint NOT NULL,
    sale_end bigint NOT NULL CHECK (sale_end > sale_start),
    use_from date NOT NULL CHECK (use_from >= (to_timestamp(sale_start / 1000.0) AT TIME ZONE 'Asia/Taipei')::date),
    use_until date NOT NULL CHECK (use_until >= use_from),
    sort integer NOT NULL
  );
  CREATE INDEX ticket_type_of_live ON ticket_type (live_id, sort);
  CREATE TABLE ticket_type_session (
    ticket_type_id bigint NOT NULL REFERENCES ticket_type (id),
    session_id bigint NOT NULL REFERENCES live_session (id),
    PRIMARY KEY (ticket_type_id, session_id)
  );
  CREATE INDEX ticket_type_of_session ON ticket_type_session (session_id);

  CREATE TABLE ticket (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ticket_no text NOT NULL UNIQUE,
    live_id bigint NOT NULL REFERENCES live (id),
    ticket_type_id bigint NOT NULL REFERENCES ticket_type (id),
    order_id bigint NOT NULL REFERENCES orders (id),
    member_id bigint NOT NULL REFERENCES member (id),
    state text NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'used', 'refunded')),
    used_at bigint,
    created_at bigint NOT NULL,
    CHECK (state <> 'used' OR used_at IS NOT NULL)
  );
  CREATE INDEX ticket_of_member ON ticket (member_id, ticket_type_id);
  CREATE INDEX ticket_of_live ON ticket (live_id, id);
  CREATE INDEX ticket_of_order ON ticket (order_id);

  -- One row for each time that a member was in the room.
  CREATE TABLE attendance (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session_id bigint NOT NULL REFERENCES live_session (id),
    member_id bigint NOT NULL REFERENCES member (id),
    joined_at bigint NOT NULL,
    -- Null while the member is present.
    left_at bigint CHECK (left_at >= joined_at)
  );
  CREATE INDEX attendance_of_session ON attendance (session_id, member_id);

  -- Free tickets are ordered too.
  ALTER TABLE orders DROP CONSTRAINT orders_amount_cents_check, ADD CHECK (amount_cents >= 0);
`;
