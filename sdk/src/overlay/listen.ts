import type { Disposables } from '../core/disposables.js';

/** Listens to an event of the page until `held` is closed. */
export function listen<E extends Event>(
  held: Disposables,
  target: EventTarget,
  type: string,
  listener: (event: E) => void,
): void {
  target.addEventListener(type, listener as EventListener);
  held.add(() => target.removeEventListener(type, listener as EventListener));
}
