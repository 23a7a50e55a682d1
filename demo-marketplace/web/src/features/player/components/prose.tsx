import type { ReactElement } from 'react';

const PROSE =
  'max-w-prose text-lg break-words [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-4 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_h2]:mt-6 [&_h2]:text-xl [&_h2]:font-semibold [&_h3]:mt-5 [&_h3]:font-semibold [&_hr]:my-6 [&_hr]:border-line [&_li]:mt-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-3 [&_ul]:list-disc [&_ul]:pl-6';

/** HTML written by a mentor; the server sanitises it. */
export function Prose({ html }: { readonly html: string }): ReactElement {
  return <div className={PROSE} dangerouslySetInnerHTML={{ __html: html }} />;
}
