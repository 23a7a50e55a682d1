const indexes = new WeakMap<readonly object[], Map<string, object>>();

/** Finds by id in an immutable list; the index is created once per list, so that 50 tiles do not search 50 times. */
export function byId<T extends { readonly id: string }>(list: readonly T[], id: string): T | undefined {
  let index = indexes.get(list) as Map<string, T> | undefined;
  if (!index) {
    index = new Map(list.map((item) => [item.id, item]));
    indexes.set(list, index);
  }
  return index.get(id);
}
