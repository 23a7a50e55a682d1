/** Payment problems that await a decision of the back office. */
export const PAYMENT_CASES = `
  CREATE TABLE payment_case (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('wrong-amount', 'unknown-payment', 'job-failed')),
    -- What it is about: told again, it is the same case.
    reference text NOT NULL,
    payment_id bigint REFERENCES payment (id),
    order_no text NOT NULL DEFAULT '',
    provider_ref text NOT NULL DEFAULT '',
    out_no text NOT NULL DEFAULT '',
    -- What was paid; null in another currency.
    amount_cents bigint CHECK (amount_cents >= 0),
    note text NOT NULL DEFAULT '',
    opened_at bigint NOT NULL,
    closed_at bigint,
    outcome text CHECK (outcome IN ('credited', 'returned', 'dismissed')),
    reason text NOT NULL DEFAULT '',
    CHECK ((closed_at IS NULL) = (outcome IS NULL))
  );
  CREATE UNIQUE INDEX payment_case_open ON payment_case (reference) WHERE closed_at IS NULL;
`;
