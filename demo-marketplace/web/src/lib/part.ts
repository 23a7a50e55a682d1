import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useText } from '../i18n/use-text.js';
import { toastError } from '../ui/toast.js';
import { Store } from './store.js';

/** Code that a page loads on demand, once. */
export class Part<T> {
  readonly #load: () => Promise<T>;
  readonly #loaded = new Store<{ readonly value: T } | undefined>(undefined);
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  readonly getSnapshot = (): { readonly value: T } | undefined => this.#loaded.getSnapshot();
  readonly subscribe = this.#loaded.subscribe;

  /** Resolves once the part is loaded; after a failure, the next call tries again. */
  prepare(): Promise<void> {
    this.#loading ??= this.#load().then(
      (value) => this.#loaded.update(() => ({ value })),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}

/** Returns the part once it is wanted and loaded. A failure to load is shown as a toast and calls `onFailed`. */
export function usePart<T>(part: Part<T>, isWanted: boolean, onFailed: () => void): T | undefined {
  const t = useText();
  const loaded = useSyncExternalStore(part.subscribe, part.getSnapshot);
  const fail = useEffectEvent(() => {
    toastError(t('request.failed'));
    onFailed();
  });
  useEffect(() => {
    if (isWanted) part.prepare().catch(() => fail());
  }, [part, isWanted]);
  return isWanted ? loaded?.value : undefined;
}
