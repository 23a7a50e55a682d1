import type { MemberInfo } from '@lectern/marketplace-contract';
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactElement,
} from 'react';
import { needTexts } from '../../../i18n/locale.js';
import { useMember } from '../../session/index.js';
import { openPartner } from '../lib/open-chat.js';

/** If the code cannot be loaded, the next page view tries again. */
const ChatRoot = lazy(async (): Promise<{ default: ComponentType<{ member: MemberInfo }> }> => {
  try {
    const [root] = await Promise.all([import('./chat-root.js'), needTexts('chat')]);
    return { default: root.ChatRoot };
  } catch {
    return { default: () => null };
  }
});

/** Longest delay before the code of chats is loaded, in milliseconds. */
const IDLE_TIMEOUT_MS = 3_000;

/** Becomes true once the page stands and the browser is idle. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const done = (): void => setIsIdle(true);
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(done, IDLE_TIMEOUT_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(done, { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(request);
  }, []);
  return isIdle;
}

/**
 * Chats, once member info has the chat account (specification §4). Their code is loaded when the page stands, or at
 * once when somebody opens the chat dialog.
 */
export function ChatMount(): ReactElement | null {
  const { member } = useMember();
  const isIdle = useIsIdle();
  const partner = useSyncExternalStore(openPartner.subscribe, openPartner.getSnapshot);
  if (member === undefined || (!isIdle && partner === undefined)) return null;
  return (
    <Suspense fallback={null}>
      <ChatRoot member={member} />
    </Suspense>
  );
}
