import { captureInput, type MediaPoint } from '@lectern/rtc/remote-control';
import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastDone } from '../../../ui/toast.js';
import { useMemberControl } from '../hooks/use-member-control.js';

const MIDDLE: MediaPoint = { x: 0.5, y: 0.5 };
const nothing = (): void => undefined;

/**
 * An overlay of a tile: the next press sets the point at which its camera focuses; the keyboard chooses the centre.
 * Escape closes it.
 */
export function FocusPicker({
  streamId,
  onDone,
}: {
  readonly streamId: string;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const { run } = useMemberControl(streamId);
  const button = useRef<HTMLButtonElement>(null);

  const choose = (point: MediaPoint): void => {
    onDone();
    void run('focus', (remote) => remote.focusAt(streamId, point)).then(
      (done) => done && toastDone(t('room.control.focus.done')),
    );
  };
  const press = useEffectEvent(choose);

  useEffect(() => {
    const surface = button.current;
    const video = surface?.parentElement?.querySelector('video');
    if (!surface || !video) return undefined;
    surface.focus();
    return captureInput(
      { press: (_, point) => press(point), move: nothing, release: nothing, wheel: nothing, key: nothing },
      { video, surface, keyboard: false },
    );
  }, []);

  return (
    <button
      ref={button}
      type="button"
      onClick={({ detail }) => {
        // A press has chosen already, so only keyboard clicks are handled here.
        if (detail === 0) choose(MIDDLE);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone();
      }}
      className="absolute inset-0 z-10 cursor-crosshair touch-none bg-black/30 -outline-offset-4"
    >
      <span className="rounded-lg bg-black/75 px-3 py-1.5 text-sm text-white">{t('room.control.focus.choose')}</span>
    </button>
  );
}
