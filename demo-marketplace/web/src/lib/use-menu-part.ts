import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { usePart, type Part } from './part.js';

export interface MenuPart<Menu> {
  /** Undefined until the menu was opened for the first time and its code is loaded. */
  readonly Menu: Menu | undefined;
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  /** Properties of the button that stands for the menu until then. */
  readonly opener: ComponentProps<'button'>;
}

/** A menu whose code is loaded when it is about to be opened, most likely, so that pages do without it until then. */
export function useMenuPart<Menu>(part: Part<Menu>): MenuPart<Menu> {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const Menu = usePart(part, isWanted, () => setIsWanted(false));
  const prepare = (): void => void part.prepare().catch(() => undefined);
  const open = (): void => {
    setIsWanted(true);
    setIsOpen(true);
  };
  const openByKey = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    open();
  };
  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: openByKey,
  } as const;
  return { Menu, isOpen, setIsOpen, opener };
}
