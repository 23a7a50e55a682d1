import { MessageCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { useMember, useMemberOnly } from '../../session/index.js';
import { openChat } from '../lib/open-chat.js';

export interface ChatButtonProps {
  readonly memberId: string;
  readonly name: string;
}

/** Opens the chat dialog with a member; it is not shown for oneself. Visitors are led to the log-in. */
export function ChatButton({ memberId, name }: ChatButtonProps): ReactElement | null {
  const t = useText();
  const { member } = useMember();
  const memberOnly = useMemberOnly();
  if (member?.id === memberId) return null;
  return (
    <Button
      look="quiet"
      aria-label={t('chat.with', { name })}
      onClick={() => memberOnly(() => openChat({ memberId, name }))}
      className="shrink-0"
    >
      <MessageCircle aria-hidden className="size-4" />
      {t('chat.chat')}
    </Button>
  );
}
