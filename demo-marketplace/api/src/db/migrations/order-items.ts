/**
 * Orders carry the item that they sell as data: its type, id, SKU, quantity, title and cover. The table does not list
 * the types, because features register them.
 */
export const ORDER_ITEMS = `
  ALTER TABLE orders
    ADD COLUMN item_id bigint,
    ADD COLUMN sku text NOT NULL DEFAULT '',
    ADD COLUMN quantity integer NOT NULL DEFAULT 1 CHECK (quantity > 0),
    ADD COLUMN cover text NOT NULL DEFAULT '',
    ADD COLUMN stock_key text,
    ADD COLUMN once_per_buyer boolean NOT NULL DEFAULT false;
  UPDATE orders SET item_id = course_id, stock_key = 'course ' || course_id, once_per_buyer = true,
    cover = coalesce((SELECT key FROM course_image i WHERE i.course_id = orders.course_id AND i.sort = 0), '')
    WHERE course_id IS NOT NULL;
  -- Its indexes, and the constraint that named the types with a course, go with the column.
  ALTER TABLE orders DROP COLUMN course_id;
  ALTER TABLE orders DROP CONSTRAINT orders_item_type_check, DROP CONSTRAINT orders_check3;
  CREATE INDEX order_waiting_of_stock ON orders (stock_key) WHERE status = 'pending';
  CREATE INDEX order_in_force_of_stock ON orders (stock_key) WHERE status IN ('paid', 'refunding', 'settled');
  CREATE INDEX order_paid_of_stock ON orders (stock_key, paid_at) WHERE paid_at IS NOT NULL;
  CREATE INDEX pledge_to_item ON orders (item_id, paid_at) WHERE item_type = 'crowdfund';
  CREATE UNIQUE INDEX order_once_per_buyer ON orders (buyer_id, stock_key)
    WHERE status IN ('pending', 'paid', 'refunding', 'settled') AND once_per_buyer;
`;
