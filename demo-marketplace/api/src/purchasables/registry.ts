import type { Purchasable } from './purchasable.js';

const registered = new Map<string, Purchasable>();

/**
 * Registers a type of purchasable; the API does so for the types of its features when it starts. Registering the same
 * object again changes nothing, because several APIs may run in one process.
 *
 * @returns a function that removes the type
 * @throws {Error} when another purchasable has the type
 */
export function registerPurchasable(purchasable: Purchasable): () => void {
  const { type } = purchasable;
  const known = registered.get(type);
  if (known !== undefined && known !== purchasable) throw new Error(`two purchasables have the type ${type}`);
  registered.set(type, purchasable);
  return () => void registered.delete(type);
}

/** The purchasable of a type; undefined for a type that nobody has registered. */
export const findPurchasable = (type: string): Purchasable | undefined => registered.get(type);

/** The purchasable of an order. @throws {Error} when its feature is not part of this program */
export function purchasableOf({ itemType }: { readonly itemType: string }): Purchasable {
  const found = registered.get(itemType);
  if (found === undefined) throw new Error(`no feature has registered purchasables of type ${itemType}`);
  return found;
}
