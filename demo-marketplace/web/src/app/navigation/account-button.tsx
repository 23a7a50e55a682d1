import type { MemberInfo } from '@lectern/marketplace-contract';
import { createElement, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { Part, usePart } from '../../lib/part.js';
import { Avatar } from '../../ui/avatar.js';

const menu = new Part(async () => (await import('./account-menu.js')).AccountMenu);

/** Before it is pressed, most likely. */
const prepare = (): void => void menu.prepare().catch(() => undefined);

/** The avatar, which opens the account's menu. Until then, pages do without its code. */
export function AccountButton({ member }: { readonly member: MemberInfo }): ReactElement {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const AccountMenu = usePart(menu, isWanted, () => setIsWanted(false));
  const open = (): void => {
    setIsWanted(true);
    setIsOpen(true);
  };
  const openByKey = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    open();
  };
  const look = 'grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken';
  const label = t('nav.account', { name: member.name });
  const avatar = <Avatar name={member.name} picture={member.headimg} className="size-9" />;
  if (AccountMenu !== undefined) {
    const trigger = (
      <button type="button" aria-label={label} className={look}>
        {avatar}
      </button>
    );
    return createElement(AccountMenu, { member, trigger, isOpen, onOpenChange: setIsOpen });
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={label}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
      onKeyDown={openByKey}
      className={look}
    >
      {avatar}
    </button>
  );
}
