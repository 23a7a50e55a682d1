import { useEffect, useRef, type ReactElement } from 'react';
import { useControl } from '../hooks/use-control.js';
import { keyName } from '../lib/key-names.js';

const SHOWN_KEYS = 6;

/** The keys that a controller pressed last, since it clicked; written past React. */
export function PressedKeys({ controlId }: { readonly controlId: string }): ReactElement {
  const control = useControl();
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    let keys: readonly string[] = [];
    return control?.host.on('actions', (pointer, actions) => {
      if (pointer.controlId !== controlId) return;
      for (const action of actions) {
        if (action.kind === 'down') keys = [];
        const name = action.kind === 'key-down' ? keyName(action.keyCode) : undefined;
        if (name !== undefined) keys = [...keys, name].slice(-SHOWN_KEYS);
      }
      if (text.current) text.current.textContent = keys.join(' ');
    });
  }, [control, controlId]);
  return (
    <kbd
      ref={text}
      // Read aloud they would drown everything else.
      aria-hidden
      className="rounded-md bg-[#211700]/15 px-1.5 font-sans text-sm empty:hidden"
    />
  );
}
