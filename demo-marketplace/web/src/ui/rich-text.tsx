import type { ReactElement } from 'react';

/** Formatted text of a member, as HTML that the server has sanitised. */
export const RichText = ({ html }: { readonly html: string }): ReactElement => (
  <div
    className="grid gap-3 [&_a]:text-accent [&_a]:underline [&_h3]:text-lg [&_h3]:font-semibold [&_ol]:list-inside [&_ol]:list-decimal [&_ul]:list-inside [&_ul]:list-disc"
    // oxlint-disable-next-line react/no-danger
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
