/** Orders, payments, refunds, withdrawals and coupons. Amounts are in cents. */
export const MONEY = `
  CREATE TABLE coupon (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title_zh text NOT NULL,
    title_en text NOT NULL DEFAULT '',
    kind text NOT NULL CHECK (kind IN ('percent', 'fixed')),
    -- Percent, or cents.
    value bigint NOT NULL CHECK (value > 0 AND (kind = 'fixed' OR value <= 100)),
    min_cents bigint NOT NULL DEFAULT 0 CHECK (min_cents >= 0),
    -- The one course that it is for; any when null.
    course_id bigint REFERENCES course (id),
    total integer NOT NULL CHECK (total >= 0),
    claimed integer NOT NULL DEFAULT 0 CHECK (claimed BETWEEN 0 AND total),
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL CHECK (ends_at > starts_at),
    -- Given to who knows it; without one it is offered to everybody.
    code text UNIQUE,
    created_at bigint NOT NULL
  );
  CREATE TABLE orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL UNIQUE,
    buyer_id bigint NOT NULL REFERENCES member (id),
    item_type text NOT NULL CHECK (item_type IN ('course', 'crowdfund', 'recharge')),
    course_id bigint REFERENCES course (id),
    -- Who earns it.
    seller_id bigint REFERENCES member (id),
    title_zh text NOT NULL,
    title_en text NOT NULL DEFAULT '',
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    coupon_off_cents bigint NOT NULL DEFAULT 0 CHECK (coupon_off_cents >= 0),
    point_off_cents bigint NOT NULL DEFAULT 0 CHECK (point_off_cents >= 0),
    payable_cents bigint NOT NULL CHECK (payable_cents >= 0),
    -- The platform's share of what was paid.
    fee_cents bigint NOT NULL DEFAULT 0 CHECK (fee_cents BETWEEN 0 AND payable_cents),
    status text NOT NULL DEFAULT 'pending'
      CHECK (status IN ('pending', 'paid', 'cancelled', 'refunding', 'refunded', 'settled')),
    channel text NOT NULL DEFAULT '',
    cancel_reason text NOT NULL DEFAULT '',
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    paid_at bigint,
    -- When the seller may have it; null until that is known.
    release_at bigint,
    closed_at bigint,
    CHECK (payable_cents = amount_cents - coupon_off_cents - point_off_cents),
    CHECK ((course_id IS NULL) = (item_type = 'recharge')),
    CHECK ((seller_id IS NULL) = (item_type = 'recharge'))
  );
  CREATE INDEX order_of_buyer ON orders (buyer_id, id DESC);
  CREATE INDEX order_of_seller ON orders (seller_id, id DESC);
  CREATE INDEX order_of_course ON orders (course_id) WHERE status IN ('paid', 'refunding');
  -- Nobody has two orders of one course that count.
  CREATE UNIQUE INDEX order_in_force ON orders (buyer_id, course_id)
    WHERE status IN ('pending', 'paid', 'refunding', 'settled') AND course_id IS NOT NULL;

  CREATE TABLE coupon_member (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    coupon_id bigint NOT NULL REFERENCES coupon (id),
    member_id bigint NOT NULL REFERENCES member (id),
    state text NOT NULL DEFAULT 'usable' CHECK (state IN ('usable', 'locked', 'used')),
    order_id bigint REFERENCES orders (id),
    claimed_at bigint NOT NULL,
    UNIQUE (coupon_id, member_id),
    CHECK ((order_id IS NULL) = (state = 'usable'))
  );
  CREATE INDEX coupon_member_of_member ON coupon_member (member_id, id);
  CREATE INDEX coupon_member_of_order ON coupon_member (order_id);

  CREATE TABLE payment (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id bigint NOT NULL REFERENCES orders (id),
    channel text NOT NULL,
    -- Names the attempt to the provider, and is its address on the development page: nobody guesses it.
    out_no text NOT NULL UNIQUE,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'succeeded', 'failed', 'refunded')),
    provider_ref text NOT NULL DEFAULT '',
    created_at bigint NOT NULL,
    decided_at bigint
  );
  CREATE INDEX payment_of_order ON payment (order_id, id);

  CREATE TABLE refund (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id bigint NOT NULL REFERENCES orders (id),
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    reason text NOT NULL,
    images jsonb NOT NULL DEFAULT '[]',
    state text NOT NULL DEFAULT 'applying' CHECK (state IN ('applying', 'success', 'failed', 'cancelled')),
    answer text NOT NULL DEFAULT '',
    applied_at bigint NOT NULL,
    decided_at bigint
  );
  CREATE INDEX refund_of_order ON refund (order_id, id);
  CREATE UNIQUE INDEX refund_applying ON refund (order_id) WHERE state = 'applying';

  CREATE TABLE payout_account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id),
    bank text NOT NULL,
    holder text NOT NULL,
    no_sealed text NOT NULL,
    last4 text NOT NULL,
    created_at bigint NOT NULL,
    deleted_at bigint
  );
  CREATE INDEX payout_account_of_member ON payout_account (member_id, id) WHERE deleted_at IS NULL;

  CREATE TABLE withdrawal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id bigint NOT NULL REFERENCES member (id),
    scope text NOT NULL CHECK (scope IN ('user', 'mentor')),
    account_id bigint NOT NULL REFERENCES payout_account (id),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    status text NOT NULL DEFAULT 'applying' CHECK (status IN ('applying', 'success', 'failed', 'cancelled')),
    reason text NOT NULL DEFAULT '',
    applied_at bigint NOT NULL,
    decided_at bigint
  );
  CREATE INDEX withdrawal_of_member ON withdrawal (member_id, scope, id DESC);
  CREATE INDEX withdrawal_applying ON withdrawal (id) WHERE status = 'applying';
`;
