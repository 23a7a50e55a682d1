import { DropdownMenu as Radix } from 'radix-ui';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';

export interface MenuProps {
  readonly trigger: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A menu that its trigger opens; arrows, Home, End and letters move in it, Escape closes it. */
export function Menu({ trigger, isOpen, onOpenChange, children }: MenuProps): ReactElement {
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          loop
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-60 overflow-y-auto rounded-2xl border border-line bg-surface p-2 text-ink shadow-card"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const ITEM =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 outline-none select-none data-highlighted:bg-sunken data-disabled:opacity-60';

export function MenuLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactElement {
  return (
    <Radix.Item asChild className={ITEM}>
      <Link to={to}>{children}</Link>
    </Radix.Item>
  );
}

export function MenuAction({
  onSelect,
  children,
}: {
  readonly onSelect: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Radix.Item onSelect={onSelect} className={ITEM}>
      {children}
    </Radix.Item>
  );
}

/** Entries of a menu that belong together, below their name. */
export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <Radix.Group aria-labelledby={id} className="border-line not-last:mb-1 not-last:border-b not-last:pb-1">
      <Radix.Label id={id} className="px-3 pt-1.5 pb-0.5 text-sm text-ink-soft">
        {label}
      </Radix.Label>
      {children}
    </Radix.Group>
  );
}

/** A heading in a menu; it cannot be chosen. */
export function MenuHeading({ children }: { readonly children: ReactNode }): ReactElement {
  return <Radix.Label className="mb-1 border-b border-line px-3 pt-1 pb-2">{children}</Radix.Label>;
}
