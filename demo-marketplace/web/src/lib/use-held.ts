import { useEffect, useRef } from 'react';

/** A resource that is open while in use; both methods may be called repeatedly. */
export interface Holdable {
  open(): void;
  close(): void;
}

/**
 * Keeps a resource open while the component is mounted. StrictMode's unmounting, which is undone within the same turn,
 * does not close it.
 */
export function useHeld(resource: Holdable | undefined): void {
  const held = useRef<Holdable | undefined>(undefined);
  useEffect(() => {
    if (!resource) return undefined;
    held.current = resource;
    resource.open();
    return () => {
      held.current = undefined;
      queueMicrotask(() => {
        if (held.current !== resource) resource.close();
      });
    };
  }, [resource]);
}
