import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.js';

export interface Shortcuts {
  readonly isEnabled: boolean;
  enable(isEnabled: boolean): void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog]') !== null;

/** Single keys, by their letter. They can be switched off, as people who speak to their machine need. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): Shortcuts {
  const [isEnabled, setEnabled] = useState(() => readStored('shortcuts') !== 'off');
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });

  useEffect(() => {
    if (!isEnabled) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      latest.current[event.key.toUpperCase()]?.();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isEnabled]);

  return {
    isEnabled,
    enable: (next) => {
      writeStored('shortcuts', next ? 'on' : 'off');
      setEnabled(next);
    },
  };
}
