import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';

/** A small button with an icon; its label is for screen readers. */
export function IconButton({
  id,
  icon: Icon,
  label,
  isDisabled = false,
  onClick,
}: {
  readonly id?: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}): ReactElement {
  return (
    <button
      id={id}
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-xl text-ink-soft hover:bg-sunken hover:text-ink disabled:opacity-40"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
