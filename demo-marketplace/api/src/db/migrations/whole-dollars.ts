/**
 * Amounts are in whole dollars. Prices, pledges, targets, minima and orders that nobody pays yet lose their cents,
 * fixed discounts are rounded up: each to the buyer's advantage. What was paid keeps its cents, and is refunded with
 * them; an order whose payment has begun keeps the amount that the provider asks for.
 */
export const WHOLE_DOLLARS = `
  -- A price below one dollar becomes one dollar, since 0 is free.
  CREATE FUNCTION pg_temp.in_dollars(cents bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS
    'SELECT CASE WHEN cents > 0 THEN greatest(100, cents - cents % 100) ELSE cents END';
  UPDATE course SET price_cents = pg_temp.in_dollars(price_cents),
      original_price_cents = pg_temp.in_dollars(original_price_cents)
    WHERE price_cents % 100 <> 0 OR original_price_cents % 100 <> 0;
  UPDATE crowdfund SET early_price_cents = pg_temp.in_dollars(early_price_cents) WHERE early_price_cents % 100 <> 0;
  UPDATE crowdfund SET target = pg_temp.in_dollars(target) WHERE target_type = 'amount' AND target % 100 <> 0;
  UPDATE course_draft SET document = jsonb_set(document, '{basics}', (document -> 'basics') || jsonb_build_object(
    'price_cents', pg_temp.in_dollars((document #>> '{basics,price_cents}')::bigint),
    'original_price_cents', pg_temp.in_dollars((document #>> '{basics,original_price_cents}')::bigint)));
  UPDATE course_draft SET document = jsonb_set(document, '{basics,crowdfund,early_price_cents}',
      to_jsonb(pg_temp.in_dollars((document #>> '{basics,crowdfund,early_price_cents}')::bigint)))
    WHERE document #> '{basics,crowdfund,early_price_cents}' IS NOT NULL;
  UPDATE course_draft SET document = jsonb_set(document, '{basics,crowdfund,target}',
      to_jsonb(pg_temp.in_dollars((document #>> '{basics,crowdfund,target}')::bigint)))
    WHERE document #>> '{basics,crowdfund,target_type}' = 'amount';
  UPDATE coupon SET value = value + 100 - value % 100 WHERE kind = 'fixed' AND value % 100 <> 0;
  UPDATE coupon SET min_cents = min_cents - min_cents % 100 WHERE min_cents % 100 <> 0;
  UPDATE orders SET amount_cents = amount_cents - payable_cents % 100, payable_cents = payable_cents - payable_cents % 100
    WHERE status = 'pending' AND payable_cents > 100 AND payable_cents % 100 <> 0
      AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.order_id = orders.id);
`;
