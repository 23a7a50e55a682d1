import type { MemberInfo } from '@lectern/marketplace-contract';
import { createElement, type ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { Part } from '../../lib/part.js';
import { useMenuPart } from '../../lib/use-menu-part.js';
import { Avatar } from '../../ui/avatar.js';

const menu = new Part(async () => (await import('./account-menu.js')).AccountMenu);

/** The avatar, which opens the account's menu. */
export function AccountButton({ member }: { readonly member: MemberInfo }): ReactElement {
  const t = useText();
  const { Menu, isOpen, setIsOpen, opener } = useMenuPart(menu);
  const button = (
    <button
      type="button"
      aria-label={t('nav.account', { name: member.name })}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
      {...(Menu === undefined && opener)}
    >
      <Avatar name={member.name} picture={member.headimg} className="size-9" />
    </button>
  );
  if (Menu === undefined) return button;
  return createElement(Menu, { member, trigger: button, isOpen, onOpenChange: setIsOpen });
}
