import { ThumbsUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { toastError } from '../../../ui/toast.js';
import { useMemberOnly } from '../../session/index.js';
import { useToggle } from '../hooks/use-toggle.js';

export interface LikeButtonProps {
  readonly isLiked: boolean;
  /** With the caller's, if there is one. */
  readonly likes: number;
  readonly onSend: (isOn: boolean) => Promise<unknown>;
}

/** Says that something helped. */
export function LikeButton({ isLiked, likes, onSend }: LikeButtonProps): ReactElement {
  const t = useText();
  const memberOnly = useMemberOnly();
  const { isOn, flip } = useToggle(isLiked, onSend, (error) => toastError(failureText(error, t)));
  const count = likes + (isOn ? 1 : 0) - (isLiked ? 1 : 0);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => memberOnly(flip)}
      className="inline-flex min-h-11 items-center gap-2 rounded-lg px-2 text-sm text-ink-soft hover:text-ink aria-pressed:text-accent"
    >
      <ThumbsUp aria-hidden className={`size-4 ${isOn ? 'fill-current' : ''}`} />
      {t(count === 0 ? 'like.helpful.none' : 'like.helpful', { count })}
    </button>
  );
}
