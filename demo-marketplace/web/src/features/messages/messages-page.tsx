import { Settings } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { menuKindOf, useMember } from '../session/index.js';
import { LinkButton } from '../../ui/button.js';
import { NoticeList } from './components/notice-list.js';

/** The notices of a member. */
export function MessagesPage(): ReactElement {
  const t = useText();
  const { member } = useMember();
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 pt-6 lg:pt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.xiaoxi')}</h1>
        {member !== undefined && menuKindOf(member) !== 'enterprise' && (
          <LinkButton look="quiet" to="/xitong?tab=settings">
            <Settings aria-hidden className="size-4" />
            {t('messages.settings')}
          </LinkButton>
        )}
      </div>
      <NoticeList />
    </div>
  );
}
