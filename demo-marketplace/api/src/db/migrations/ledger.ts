/** The ledger. Triggers keep balances and check sums, so that no writer can unbalance it. */
export const LEDGER = `
  CREATE TABLE ledger_account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_type text NOT NULL,
    owner_id bigint NOT NULL,
    kind text NOT NULL,
    unit text NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    may_owe boolean NOT NULL,
    UNIQUE (owner_type, owner_id, kind, unit),
    CONSTRAINT ledger_account_covered CHECK (may_owe OR balance >= 0)
  );
  CREATE TABLE ledger_transaction (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    business text NOT NULL,
    business_id text NOT NULL,
    memo text NOT NULL,
    at bigint NOT NULL,
    UNIQUE (business, business_id)
  );
  CREATE TABLE ledger_entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transaction_id bigint NOT NULL REFERENCES ledger_transaction (id),
    account_id bigint NOT NULL REFERENCES ledger_account (id),
    amount bigint NOT NULL CHECK (amount <> 0),
    balance_after bigint NOT NULL
  );
  CREATE INDEX ledger_entry_of_account ON ledger_entry (account_id, id);
  CREATE INDEX ledger_entry_of_transaction ON ledger_entry (transaction_id);

  CREATE FUNCTION ledger_book() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM set_config('ledger.booking', 'on', true);
    UPDATE ledger_account SET balance = balance + NEW.amount WHERE id = NEW.account_id
      RETURNING balance INTO NEW.balance_after;
    PERFORM set_config('ledger.booking', 'off', true);
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_book BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_book();

  CREATE FUNCTION ledger_keep() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the ledger is only ever added to' USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER ledger_entry_keep BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_keep();
  CREATE TRIGGER ledger_transaction_keep BEFORE UPDATE OR DELETE ON ledger_transaction
    FOR EACH ROW EXECUTE FUNCTION ledger_keep();

  CREATE FUNCTION ledger_balance_kept() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' AND NEW.balance <> 0 OR TG_OP = 'UPDATE' AND NEW.balance <> OLD.balance
      AND current_setting('ledger.booking', true) IS DISTINCT FROM 'on' THEN
      RAISE EXCEPTION 'balances change by entries only' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_balance_kept BEFORE INSERT OR UPDATE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_balance_kept();

  CREATE FUNCTION ledger_even() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT 1 FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
      WHERE e.transaction_id = NEW.transaction_id GROUP BY a.unit HAVING sum(e.amount) <> 0
    ) THEN
      RAISE EXCEPTION 'ledger transaction % is out of balance', NEW.transaction_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER ledger_even AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_even();
`;
