import { Bell } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Link } from 'react-router';
import { unreadChats } from '../../features/chat/index.js';
import { loadUnreadWatch } from '../../features/messages/routes.js';
import { useMember, useToken } from '../../features/session/index.js';
import { useText } from '../../i18n/use-text.js';
import { RedDot } from '../../ui/badge.js';
import { paths } from '../../lib/site-map.js';

const RegisterPrompt = lazy(async () => ({ default: (await import('./register-prompt.js')).RegisterPrompt }));
/** If the chunk cannot be loaded, the count is still updated by the next navigation. */
const UnreadWatch = lazy(async () => {
  return { default: await loadUnreadWatch().catch(() => () => null) };
});

const LOOK =
  'relative grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink';

/** The link to the messages; without a login, it asks to register (specification §2). */
export function MessageIcon(): ReactElement {
  const t = useText();
  const isLoggedIn = useToken() !== undefined;
  const { member } = useMember();
  const [isAsking, setIsAsking] = useState(false);
  const unread = useSyncExternalStore(unreadChats.subscribe, unreadChats.getSnapshot);
  if (isLoggedIn) {
    const hasNews = unread > 0 || (member !== undefined && (member.new_num > 0 || member.invite_new_num > 0));
    return (
      <>
        <Link to={paths.messages} aria-label={t(hasNews ? 'nav.messages.new' : 'nav.messages')} className={LOOK}>
          <Bell aria-hidden className="size-5" />
          {hasNews && <RedDot />}
        </Link>
        <Suspense fallback={null}>
          <UnreadWatch />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('nav.messages')}
        onClick={() => setIsAsking(true)}
        className={LOOK}
      >
        <Bell aria-hidden className="size-5" />
      </button>
      {isAsking && (
        <Suspense fallback={null}>
          <RegisterPrompt onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
