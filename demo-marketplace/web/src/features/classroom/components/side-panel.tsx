import { X } from 'lucide-react';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

export interface SidePanelProps {
  readonly label: string;
  readonly closeLabel: string;
  /** Content beside the label. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Beside the tiles, or over them on a small screen. Takes the focus, and gives it back; Escape closes it. */
export function SidePanel({ label, closeLabel, note, children, onClose }: SidePanelProps): ReactElement {
  const closeButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  useEffect(() => {
    const before = document.activeElement;
    closeButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <aside
      aria-label={label}
      className="absolute inset-0 z-20 flex flex-col bg-surface md:static md:mr-4 md:w-80 md:shrink-0 md:rounded-2xl"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="font-medium">
          {label} {note !== undefined && <span className="text-sm font-normal text-ink-soft">{note}</span>}
        </h2>
        <button
          ref={closeButton}
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="grid size-11 place-items-center rounded-xl hover:bg-white/10"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      {children}
    </aside>
  );
}
