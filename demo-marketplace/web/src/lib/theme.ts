import { useSyncExternalStore } from 'react';
import { writeStored } from './storage.js';

export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();

// public/theme.js has set it before the first paint.
const current = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

/** Applies a theme and stores it for the next visit. */
export function switchTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  writeStored('theme', theme);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The theme shown. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
