import { useCallback, useEffect, useRef, useState } from 'react';

/** Progress of the newest call of an action. */
export interface ActionState {
  readonly isPending: boolean;
  /** Error of the newest call; undefined once another one began. */
  readonly error: unknown;
}

const RESTING: ActionState = { isPending: false, error: undefined };

/**
 * An asynchronous action of a component: `run` keeps the error of the newest call as state and does not reject, so that
 * it may be an event handler. `act` may be written inline.
 */
export function useAction<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): ActionState & { run(...args: Args): Promise<void> } {
  const [state, setState] = useState(RESTING);
  const calls = useRef(0);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const run = useCallback(async (...args: Args): Promise<void> => {
    const call = ++calls.current;
    setState({ isPending: true, error: undefined });
    const end = (error?: unknown): void => {
      if (call === calls.current) setState(error === undefined ? RESTING : { isPending: false, error });
    };
    try {
      await latest.current(...args);
      end();
    } catch (error) {
      end(error);
    }
  }, []);
  return { ...state, run };
}
