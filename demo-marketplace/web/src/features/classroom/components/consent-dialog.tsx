import { StreamType } from '@lectern/rtc';
import { useStream, type ControlRequest } from '@lectern/react';
import { Hand } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { toastInfo } from '../../../ui/toast.js';
import { useControlState } from '../hooks/use-control.js';
import { commandTextOf } from '../lib/control-words.js';

const NONE: readonly ControlRequest[] = [];

/** Asks the user about each request for control, one after the other. Nothing is given without a yes. */
export function ConsentDialog(): ReactElement | null {
  const t = useText();
  const requests = useControlState((snapshot) => snapshot.requests) ?? NONE;
  const known = useRef(NONE);
  const decided = useRef(new WeakSet<ControlRequest>());
  const [first] = requests;

  useEffect(() => {
    for (const request of known.current) {
      if (requests.includes(request) || decided.current.has(request)) continue;
      toastInfo(t('room.control.consent.gone', { name: request.member.displayName }));
    }
    known.current = requests;
  }, [requests, t]);

  /** Answers a request; with `isForAll`, also all pending requests of the same member for the same camera. */
  const decide = (request: ControlRequest, isForAll: boolean): void => {
    const isMeant = ({ member, streamId, command }: ControlRequest): boolean =>
      isForAll && command !== undefined && member.id === request.member.id && streamId === request.streamId;
    for (const each of requests) if (each === request || isMeant(each)) decided.current.add(each);
  };

  return first ? <Question key={first.id} request={first} more={requests.length - 1} onDecided={decide} /> : null;
}

interface QuestionProps {
  readonly request: ControlRequest;
  /** Number of further requests in the queue. */
  readonly more: number;
  /** Called before the answer is given. */
  readonly onDecided: (request: ControlRequest, isForAll: boolean) => void;
}

function Question({ request, more, onDecided }: QuestionProps): ReactElement {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const refuseButton = useRef<HTMLButtonElement>(null);
  const stream = useStream(request.streamId);
  const name = request.member.displayName;
  const { command } = request;
  const pointerText =
    stream?.type === StreamType.Desktop ? 'room.control.consent.screen' : 'room.control.consent.camera';

  // The dialog is closed before it is removed, so that the focus returns to its former element.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    // The refusal has the focus, so that a key pressed by accident grants nothing.
    refuseButton.current?.focus();
    return () => element.close();
  }, []);

  const refuse = (): void => {
    onDecided(request, false);
    request.refuse();
  };
  const grant = (duration: 'once' | 'session') => (): void => {
    onDecided(request, duration === 'session');
    request.grant(duration);
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
      onCancel={(event) => {
        event.preventDefault();
        refuse();
      }}
      onClose={() => {
        // The browser may close the dialog even if `cancel` is prevented.
        if (dialog.current?.open === false) refuse();
      }}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl border-2 border-amber bg-surface p-5 text-ink shadow-card backdrop:bg-black/70"
    >
      <h2 id="consent-title" className="flex items-start gap-3 text-lg font-medium">
        <Hand aria-hidden className="mt-0.5 size-6 shrink-0 text-amber" />
        {t(command ? commandTextOf(command) : pointerText, { name })}
      </h2>
      <div id="consent-text" className="mt-3 flex flex-col gap-2 text-sm text-ink-soft">
        <p>{t(command ? 'room.control.consent.media.text' : 'room.control.consent.pointer.text', { name })}</p>
        <p>{t('room.control.consent.expires')}</p>
        {more > 0 && <p>{t('room.control.consent.more', { count: more })}</p>}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button
          ref={refuseButton}
          type="button"
          onClick={refuse}
          className="min-h-11 rounded-xl border border-line-strong px-5 py-2 font-medium hover:bg-white/10"
        >
          {t('room.control.consent.refuse')}
        </button>
        {command ? (
          <>
            <Button look="quiet" onClick={grant('session')}>
              {t('room.control.consent.session')}
            </Button>
            <Button onClick={grant('once')}>{t('room.control.consent.once')}</Button>
          </>
        ) : (
          <Button onClick={grant('once')}>{t('room.control.consent.allow')}</Button>
        )}
      </div>
    </dialog>
  );
}
