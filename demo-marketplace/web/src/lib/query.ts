// Tab, filters and page of a list are kept in the address, so that they can be shared and survive navigation.

/** A value of the query that must be one of several; undefined for anything else. */
export const choiceOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);

/** A value of the query that must be one of several; `otherwise` for anything else. */
export const oneOf = <T extends string>(values: readonly T[], value: string | null, otherwise: T): T =>
  choiceOf(values, value) ?? otherwise;

const PAGE = /^[1-9]\d{0,5}$/;

/** The page number in the address, from 1. */
export function pageOf(search: URLSearchParams): number {
  const page = search.get('page') ?? '';
  return PAGE.test(page) ? Number(page) : 1;
}

/** The query with some of its values changed; an empty one is left out. */
export function withQuery(search: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** An id in an address. */
export const ID = /^[1-9]\d{0,15}$/;
