/** True when sanitised HTML has no visible text. */
export const isBlankHtml = (html: string): boolean =>
  html.replaceAll(/<[^>]*>/gu, '').replaceAll(/&nbsp;|\s/gu, '') === '';
