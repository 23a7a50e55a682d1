/** The editor of a class or activity. */
export const editorPath = (id: string): string => `/t_zhibo_add?id=${id}`;

/** The form of a live room, a new one without `id`; with `live`, the form leads back to the editor of that class. */
export const roomPath = (query: { readonly id?: string; readonly live?: string }): string => {
  const search = new URLSearchParams(query).toString();
  return search === '' ? '/t_zhiboshi_add' : `/t_zhiboshi_add?${search}`;
};
