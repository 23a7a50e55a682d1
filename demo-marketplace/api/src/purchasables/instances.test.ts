import { Identity, previewOrder } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECHARGE_PURCHASABLE } from '../wallet/recharge.js';
import { World } from '../testing/world.js';
import type { Purchasable } from './index.js';

/** A pass at a fixed price, otherwise paid like a recharge. */
const passAt = (amountCents: number): Purchasable => ({
  ...RECHARGE_PURCHASABLE,
  type: 'pass',
  whoMayBuy: { identities: [Identity.Person], check: () => Promise.resolve(undefined) },
  quote: () =>
    Promise.resolve({
      ...{ itemType: 'pass', itemId: null, sku: '', quantity: 1, sellerId: null, titleZh: '通行證', titleEn: 'Pass' },
      ...{ cover: '', amountCents, stockKey: null, oncePerBuyer: false },
    }),
});

let cheap: World;
let dear: World;
let without: World;
beforeAll(async () => {
  cheap = await World.start({ features: [{ purchasables: [passAt(100)] }] });
  dear = await World.start({ features: [{ purchasables: [passAt(90_000)] }] });
  without = await World.start();
});
afterAll(() => Promise.all([cheap.close(), dear.close(), without.close()]));

const quoteIn = async (world: World) =>
  (await world.call(previewOrder, { item: { type: 'pass' } }, await world.member())).data;

test('APIs of one process sell only the types of their own features', async () => {
  expect(await quoteIn(cheap)).toMatchObject({ amount_cents: 100 });
  expect(await quoteIn(dear)).toMatchObject({ amount_cents: 90_000 });
  expect(await quoteIn(without)).toMatchObject({ errors: { 'item.type': 'unknown' } });
});

test('the API does not start with a feature that sells a type anew', async () => {
  const course = { ...passAt(100), type: 'course' };
  await expect(World.start({ features: [{ purchasables: [course] }] })).rejects.toThrow(
    'two features name the same purchasable: course',
  );
});
