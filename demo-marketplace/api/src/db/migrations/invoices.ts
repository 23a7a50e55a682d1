/** Invoices, and orders that their buyers have hidden. */
export const INVOICES = `
  CREATE TABLE invoice (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id bigint NOT NULL UNIQUE REFERENCES orders (id),
    type text NOT NULL CHECK (type IN ('personal', 'company')),
    title text NOT NULL,
    tax_no text NOT NULL DEFAULT '',
    carrier text NOT NULL DEFAULT '',
    issued_at bigint NOT NULL
  );
  ALTER TABLE orders ADD COLUMN hidden_at bigint;
`;
