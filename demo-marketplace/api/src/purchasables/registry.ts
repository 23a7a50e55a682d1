import type { Purchasable } from './purchasable.js';

/** The types of items that one API sells: those of its features. */
export class PurchasableTypes {
  readonly #types: ReadonlyMap<string, Purchasable>;

  /** @param purchasables types with different names */
  constructor(purchasables: readonly Purchasable[]) {
    this.#types = new Map(purchasables.map((purchasable) => [purchasable.type, purchasable]));
  }

  get all(): readonly Purchasable[] {
    return [...this.#types.values()];
  }

  /** The purchasable of a type; undefined for a type that no feature sells. */
  find(type: string): Purchasable | undefined {
    return this.#types.get(type);
  }

  /** The purchasable of an order. @throws {Error} when its feature is not part of this API */
  of({ itemType }: { readonly itemType: string }): Purchasable {
    const found = this.#types.get(itemType);
    if (found === undefined) throw new Error(`no feature sells purchasables of type ${itemType}`);
    return found;
  }
}
