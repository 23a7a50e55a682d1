/** Fee of the bank for a withdrawal, deducted from its amount. */
export const WITHDRAWAL_FEE = `
  ALTER TABLE withdrawal ADD COLUMN fee_cents bigint NOT NULL DEFAULT 0
    CHECK (fee_cents >= 0 AND fee_cents < amount_cents);
`;
