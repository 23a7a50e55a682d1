import { useEffect, useRef } from 'react';

/** Something that is opened while it is used; both calls may come again. */
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
