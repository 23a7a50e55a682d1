import { TOAST_DURATION_MS } from '@lectern/marketplace-contract';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { Store } from '../lib/store.js';

/** Information about the actions of others takes longer to read. */
const INFO_MS = 6_000;
const MOST_TOASTS = 4;

interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'error';
  readonly text: string;
}

const shown = new Store<readonly Toast[]>([]);
let waiting: readonly string[] = [];
let lastId = 0;

/** A text that is already shown is replaced, not shown twice. */
function show(kind: Toast['kind'], text: string): void {
  lastId += 1;
  const toast = { id: lastId, kind, text };
  shown.update((current) => [...current.filter((one) => one.text !== text), toast].slice(-MOST_TOASTS));
}

const dismiss = (id: number): void => shown.update((current) => current.filter((one) => one.id !== id));

/** Says that something went wrong: stays until it is closed, or pointer or focus were on it and left, or the page changes. */
export const toastError = (text: string): void => show('error', text);

/** Shows an action of somebody else. */
export const toastInfo = (text: string): void => show('info', text);

/** Says that something was done. */
export const toastDone = (text: string): void => show('done', text);

/** Says that something went wrong on the page that is left now, so that the next one shows it. */
export const toastErrorOnNextPage = (text: string): void => void (waiting = [...waiting, text]);

/** Called when a page was left: closes its errors, and shows those queued for the next page. */
export function turnToastPage(): void {
  shown.update((current) =>
    current.some(({ kind }) => kind === 'error') ? current.filter(({ kind }) => kind !== 'error') : current,
  );
  for (const text of waiting) toastError(text);
  waiting = [];
}

/** Where toasts appear; once per application. */
export function Toaster(): ReactElement {
  const t = useText();
  const toasts = useSyncExternalStore(shown.subscribe, shown.getSnapshot);
  const cards = (isError: boolean): ReactElement[] =>
    toasts
      .filter(({ kind }) => (kind === 'error') === isError)
      .map((toast) => <ToastCard key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />);
  return (
    <section
      aria-label={t('ui.notifications')}
      className="pointer-events-none fixed inset-x-0 top-[90px] z-50 flex flex-col items-center gap-2 px-4"
    >
      <output className="flex w-full flex-col items-center gap-2 empty:hidden">{cards(false)}</output>
      {cards(true)}
    </section>
  );
}

const LOOKS = {
  done: { icon: CircleCheck, tone: 'text-[#7fd6ae]' },
  info: { icon: Info, tone: 'text-[#9cc9f0]' },
  error: { icon: CircleAlert, tone: 'text-[#ff9d95]' },
} as const;

function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }): ReactElement {
  const t = useText();
  const [isHeld, setIsHeld] = useState(false);
  const close = useEffectEvent(onClose);
  const isError = toast.kind === 'error';
  useEffect(() => {
    if (isError || isHeld) return undefined;
    const timer = setTimeout(() => close(), toast.kind === 'info' ? INFO_MS : TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isError, isHeld, toast.kind]);

  const release = (): void => {
    setIsHeld(false);
    if (isError) onClose();
  };
  const { icon: Icon, tone } = LOOKS[toast.kind];
  return (
    <div
      role={isError ? 'alert' : undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={release}
      onFocus={() => setIsHeld(true)}
      onBlur={release}
      className="pointer-events-auto flex w-full max-w-md items-start gap-2.5 rounded-xl bg-[#1d2623] py-2 pr-2 pl-4 text-white shadow-card"
    >
      <Icon aria-hidden className={`mt-2 size-5 shrink-0 ${tone}`} />
      <p className="grow self-center py-1">{toast.text}</p>
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={onClose}
        className="grid size-9 shrink-0 place-items-center rounded-lg text-white/80 hover:bg-white/15 hover:text-white"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
