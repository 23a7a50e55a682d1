/** The editor of a class or activity. */
export const editorPath = (id: string): string => `/t_zhibo_add?id=${id}`;

/** An id in an address. */
export const ID = /^[1-9]\d{0,15}$/;
