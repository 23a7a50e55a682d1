/** Refunds in progress at a payment provider, and cases for those that the provider refuses. */
export const REFUND_TRANSFERS = `
  CREATE TABLE refund_transfer (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id bigint NOT NULL REFERENCES orders (id),
    payment_id bigint NOT NULL REFERENCES payment (id),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    state text NOT NULL DEFAULT 'requested'
      CHECK (state IN ('requested', 'sent', 'settled', 'failed', 'credited', 'returned')),
    -- Counts requests to the provider; a new one begins when the back office asks for another attempt.
    attempt integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
    -- Calls of this attempt that were not answered.
    calls integer NOT NULL DEFAULT 0 CHECK (calls >= 0),
    -- When the provider is called next; null when nothing is left to ask.
    run_at bigint,
    provider_ref text NOT NULL DEFAULT '',
    failure text NOT NULL DEFAULT '',
    requested_at bigint NOT NULL,
    decided_at bigint,
    CHECK ((run_at IS NOT NULL) = (state IN ('requested', 'sent')))
  );
  CREATE INDEX refund_transfer_of_order ON refund_transfer (order_id, id);
  CREATE INDEX refund_transfer_of_payment ON refund_transfer (payment_id);
  CREATE INDEX refund_transfer_due ON refund_transfer (run_at) WHERE run_at IS NOT NULL;

  ALTER TABLE payment_case ADD COLUMN refund_transfer_id bigint REFERENCES refund_transfer (id);
  ALTER TABLE payment_case DROP CONSTRAINT payment_case_kind_check, ADD CONSTRAINT payment_case_kind_check
    CHECK (kind IN ('wrong-amount', 'unknown-payment', 'job-failed', 'refund-failed'));
  ALTER TABLE payment_case DROP CONSTRAINT payment_case_outcome_check, ADD CONSTRAINT payment_case_outcome_check
    CHECK (outcome IN ('credited', 'returned', 'dismissed', 'retried'));
`;
