import { useConnectionState, type ConnectionState } from '@lectern/react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

const DOTS: Readonly<Record<ConnectionState, string>> = {
  idle: 'bg-line-strong',
  joining: 'bg-amber animate-pulse',
  joined: 'bg-accent',
  reconnecting: 'bg-amber animate-pulse',
  recovering: 'bg-amber animate-pulse',
  offline: 'bg-danger',
  left: 'bg-line-strong',
};

/** The connection state of the class, announced to screen readers when it changes. */
export function ConnectionStatus(): ReactElement {
  const t = useText();
  const state = useConnectionState();
  const isFine = state === 'joined';
  return (
    <output
      data-state={state}
      className={`flex shrink-0 items-center gap-2 rounded-full px-3 py-1 text-sm ${isFine ? 'text-ink-soft' : 'max-w-[70%] shrink bg-amber-tint font-medium text-ink'}`}
    >
      <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${DOTS[state]}`} />
      {t(`connection.${state === 'idle' ? 'left' : state}`)}
    </output>
  );
}
