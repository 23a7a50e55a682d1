import { Circle, CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { withQuery } from '../../../lib/query.js';

export interface CheckItemProps {
  readonly text: string;
  /** The step of the editor that has it. */
  readonly step: string;
  readonly isDone: boolean;
}

/** A line of the checklist before submission; an open one leads to its step. The first step is in no address. */
export function CheckItem({ text, step, isDone }: CheckItemProps): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isDone ? 'text-accent-strong' : 'text-ink-soft'}`} />
      <span>
        {isDone ? (
          text
        ) : (
          <Link to={`?${withQuery(search, { step: step === 'basics' ? '' : step }).toString()}`} className="underline">
            {text}
          </Link>
        )}
        <span className="sr-only"> {t(isDone ? 'mentor.todo.done' : 'mentor.todo.open')}</span>
      </span>
    </li>
  );
}
