/** The page on which tickets of a class or activity are chosen; with the type that is chosen already. */
export const buyPath = (id: string, type?: string): string =>
  `/live-buy?${new URLSearchParams({ id, ...(type !== undefined && { type }) }).toString()}`;
