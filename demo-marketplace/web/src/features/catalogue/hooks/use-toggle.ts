import { useEffect, useRef, useState } from 'react';

export interface Toggle {
  readonly isOn: boolean;
  readonly flip: () => void;
}

/**
 * An optimistic switch. It calls the server one call at a time, and the last intent wins. A refused change is rolled
 * back.
 */
export function useToggle(
  initial: boolean,
  send: (isOn: boolean) => Promise<unknown>,
  onFailed: (error: unknown) => void,
): Toggle {
  const [isOn, setIsOn] = useState(initial);
  const state = useRef({ wished: initial, known: initial, isSending: false });

  useEffect(() => {
    const current = state.current;
    if (current.isSending) return;
    current.wished = initial;
    current.known = initial;
    setIsOn(initial);
  }, [initial]);

  const settle = async (): Promise<void> => {
    const current = state.current;
    current.isSending = true;
    try {
      while (current.wished !== current.known) {
        const { wished } = current;
        // One after the other: two calls at once could arrive in the wrong order.
        // oxlint-disable-next-line no-await-in-loop
        await send(wished);
        current.known = wished;
      }
    } catch (error) {
      current.wished = current.known;
      setIsOn(current.known);
      onFailed(error);
    } finally {
      current.isSending = false;
    }
  };

  return {
    isOn,
    flip: () => {
      const current = state.current;
      current.wished = !current.wished;
      setIsOn(current.wished);
      if (!current.isSending) void settle();
    },
  };
}
