import type { MemberInfo } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { accountMenu, menuKindOf, useSessionActions } from '../../features/session/index.js';
import { useText } from '../../i18n/use-text.js';
import { Menu, MenuAction, MenuGroup, MenuHeading, MenuLink } from '../../ui/menu.js';
import { groupsOf } from './menu-groups.js';
import { EntryIcon } from './menu-icon.js';

export interface AccountMenuProps {
  readonly member: MemberInfo;
  readonly trigger: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Opens behind the avatar: what this member may go to and do (specification §2). */
export function AccountMenu({ member, ...menu }: AccountMenuProps): ReactElement {
  const t = useText();
  const actions = useSessionActions();
  return (
    <Menu {...menu}>
      <MenuHeading>
        <span className="block truncate font-medium">{member.name}</span>
        <span className="block text-sm text-ink-soft">{t(`menu.${menuKindOf(member)}`)}</span>
      </MenuHeading>
      {groupsOf(accountMenu(member)).map(({ group, entries }) => (
        <MenuGroup key={group} label={t(`menu.group.${group}`)}>
          {entries.map((entry) => {
            if (entry.kind === 'link') {
              return (
                <MenuLink key={entry.label} to={entry.to}>
                  <EntryIcon entry={entry} />
                  {t(entry.label)}
                </MenuLink>
              );
            }
            const run = entry.kind === 'switch' ? () => actions.switchTo(entry.type) : () => actions.logOut();
            return (
              <MenuAction key={entry.label} onSelect={() => void run()}>
                <EntryIcon entry={entry} />
                {t(entry.label)}
              </MenuAction>
            );
          })}
        </MenuGroup>
      ))}
    </Menu>
  );
}
