const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

export const mentorPath = (id: string): string => withQuery('/daoshi', { id });
export const categoryPath = (id: string): string => withQuery('/kecheng-online', { category: id });
export const searchPath = (query: string): string => withQuery('/search', { query });
