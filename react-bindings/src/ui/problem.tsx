import { LecternError } from '@lectern/rtc';
import type { ReactElement } from 'react';
import { useTexts } from './texts.js';

/** An error, in words; nothing without one. */
export function Problem({ error }: { readonly error: unknown }): ReactElement | null {
  const text = useTexts();
  if (error === undefined) return null;
  const isRefused = error instanceof LecternError && error.reason === 'permission';
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <p role="alert" className="lectern-problem">
      {isRefused ? text('deviceRefused') : text('failed', { detail })}
    </p>
  );
}
