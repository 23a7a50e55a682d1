import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';

export interface ToggleButtonProps {
  readonly isOn: boolean;
  /** The action of a click. It changes with the state, so there is no `aria-pressed`. */
  readonly label: string;
  readonly onIcon: LucideIcon;
  readonly offIcon: LucideIcon;
  readonly onClick: () => void;
  /** Shown below where there is room. */
  readonly caption?: string;
  /** The key that does the same. */
  readonly shortcut?: string | undefined;
  readonly isBusy?: boolean;
}

/** A round switch for a microphone or camera: red when off. */
export function ToggleButton({
  isOn,
  label,
  onIcon,
  offIcon,
  onClick,
  caption,
  shortcut,
  isBusy = false,
}: ToggleButtonProps): ReactElement {
  const Icon = isOn ? onIcon : offIcon;
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-busy={isBusy}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={onClick}
      className={`flex min-h-12 min-w-12 flex-col items-center justify-center gap-0.5 rounded-2xl px-3 py-1.5 transition-colors aria-busy:opacity-60 ${
        isOn ? 'bg-white/15 text-white hover:bg-white/25' : 'bg-danger text-on-danger hover:bg-danger-hover'
      }`}
    >
      <Icon aria-hidden className="size-5" />
      {caption !== undefined && <span className="hidden text-xs sm:block">{caption}</span>}
    </button>
  );
}
