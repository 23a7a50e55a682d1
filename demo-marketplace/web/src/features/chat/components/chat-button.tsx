import { MessageCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { useMember, useMemberOnly } from '../../session/index.js';
import { openChat } from '../lib/open-chat.js';

export interface ChatButtonProps {
  readonly memberId: string;
  readonly name: string;
  /** Shows the icon alone, for rows of a list. */
  readonly isIcon?: boolean;
}

/** Opens the chat dialog with a member; it is not shown for oneself. Visitors are led to the log-in. */
export function ChatButton({ memberId, name, isIcon = false }: ChatButtonProps): ReactElement | null {
  const t = useText();
  const { member } = useMember();
  const memberOnly = useMemberOnly();
  if (member?.id === memberId) return null;
  const label = t('chat.with', { name });
  const open = (): void => memberOnly(() => openChat({ memberId, name }));
  if (isIcon) {
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={open}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-accent-strong hover:bg-sunken"
      >
        <MessageCircle aria-hidden className="size-5" />
      </button>
    );
  }
  return (
    <Button look="quiet" aria-label={label} onClick={open} className="shrink-0">
      <MessageCircle aria-hidden className="size-4" />
      {t('chat.chat')}
    </Button>
  );
}
