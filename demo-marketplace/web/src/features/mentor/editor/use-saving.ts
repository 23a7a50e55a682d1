import { useEffect, useSyncExternalStore } from 'react';
import { SavingState, type DraftSaver, type Saving } from './draft-saver.js';

/** The state of saving. Leaving the page saves what is pending; closing the window while something is asks first. */
export function useSaving<Parts extends object, Todo extends string>(saver: DraftSaver<Parts, Todo>): Saving<Todo> {
  const saving = useSyncExternalStore(saver.state.subscribe, saver.state.getSnapshot);
  useEffect(() => {
    // Closing the window asks for confirmation; another page of the application continues to save.
    const ask = (event: BeforeUnloadEvent): void => {
      if (saver.hasUnsaved) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      void saver.flush();
      const end = (): void => {
        const { state } = saver.state.getSnapshot();
        if (state !== SavingState.Saved && state !== SavingState.Failed) return;
        removeEventListener('beforeunload', ask);
        stop();
      };
      const stop = saver.state.subscribe(end);
      end();
    };
  }, [saver]);
  return saving;
}
