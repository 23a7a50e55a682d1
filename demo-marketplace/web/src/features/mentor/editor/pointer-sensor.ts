import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core';
import type { PointerEvent as ReactPointerEvent } from 'react';

/** Distance that the pointer moves before a press becomes a drag, in CSS pixels. */
const ACTIVATION_DISTANCE_PX = 4;

/**
 * Starts a drag with the primary pointer. It replaces the library's own sensor, which suppresses every click on the
 * document for at least 50 ms after a drag, also a click by a key, which was silently lost. A drag handle has no click
 * that would have to be suppressed.
 */
export class DragPointerSensor implements SensorInstance {
  static readonly activators: Activators<object> = [
    {
      eventName: 'onPointerDown',
      handler: ({ nativeEvent: { isPrimary, button } }: ReactPointerEvent) => isPrimary && button === 0,
    },
  ];

  readonly autoScrollEnabled = true;
  readonly #props: SensorProps<object>;
  readonly #pointerId: number;
  readonly #start: { readonly x: number; readonly y: number };
  readonly #listeners = new AbortController();
  #isStarted = false;

  constructor(props: SensorProps<object>) {
    this.#props = props;
    const { pointerId, clientX: x, clientY: y, target } = props.event as PointerEvent;
    this.#pointerId = pointerId;
    this.#start = { x, y };
    const { ownerDocument: document } = target as Element;
    const { signal } = this.#listeners;
    const cancel = (): void => this.#end(() => props.onCancel());
    const prevent = (event: Event): void => event.preventDefault();
    document.addEventListener('pointermove', (event) => this.#move(event), { signal, passive: false });
    document.addEventListener('pointerup', (event) => this.#isOurs(event) && this.#end(() => props.onEnd()), {
      signal,
    });
    document.addEventListener('pointercancel', (event) => this.#isOurs(event) && cancel(), { signal });
    document.addEventListener('visibilitychange', cancel, { signal });
    document.addEventListener('keydown', ({ code }) => code === 'Escape' && cancel(), { signal });
    for (const type of ['selectstart', 'dragstart', 'contextmenu'])
      document.addEventListener(type, prevent, { signal });
    document.defaultView?.addEventListener('resize', cancel, { signal });
  }

  #isOurs({ pointerId }: PointerEvent): boolean {
    return pointerId === this.#pointerId;
  }

  #move(event: PointerEvent): void {
    if (!this.#isOurs(event)) return;
    const { clientX: x, clientY: y } = event;
    if (this.#isStarted) {
      if (event.cancelable) event.preventDefault();
      return this.#props.onMove({ x, y });
    }
    if (Math.hypot(x - this.#start.x, y - this.#start.y) <= ACTIVATION_DISTANCE_PX) return;
    this.#isStarted = true;
    this.#props.onStart(this.#start);
  }

  #end(settle: () => void): void {
    this.#listeners.abort();
    if (!this.#isStarted) this.#props.onAbort(this.#props.active);
    settle();
  }
}
