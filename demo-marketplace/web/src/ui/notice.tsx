import type { ReactElement, ReactNode } from 'react';

export interface NoticeProps {
  readonly title: string;
  readonly text: string;
  readonly icon?: ReactNode;
  /** Buttons or links with the next step. */
  readonly children?: ReactNode;
}

/** One message that fills the page. */
export function Notice({ title, text, icon, children }: NoticeProps): ReactElement {
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-4 py-16 text-center">
      <title>{title}</title>
      {icon}
      <h1 className="text-2xl font-semibold sm:text-3xl">{title}</h1>
      <p className="mt-3 text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
