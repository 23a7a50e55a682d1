import { toggleWish, type RequestOf } from '@lectern/marketplace-contract';
import { Heart } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { useMemberOnly } from '../../session/index.js';
import { useToggle } from '../hooks/use-toggle.js';
import { useApiClient } from '../../../api/use-api-client.js';

export interface WishButtonProps {
  /** Kind of item; a course unless given. */
  readonly type?: RequestOf<typeof toggleWish>['type'];
  readonly id: string;
  readonly title: string;
  readonly isWished: boolean;
  /** `heart` is a round button on top of an image. */
  readonly look?: 'heart' | 'button';
  readonly onChanged?: (isWished: boolean) => void;
}

/** Puts something on the wish list, and takes it off. */
export function WishButton({
  type = 'course',
  id,
  title,
  isWished,
  look = 'heart',
  onChanged,
}: WishButtonProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const memberOnly = useMemberOnly();
  const { isOn, flip } = useToggle(
    isWished,
    async (on) => {
      await client.call(toggleWish, { type, id, on });
      client.forgetAfterChange();
      toastDone(t(on ? 'wish.added' : 'wish.removed'));
      onChanged?.(on);
    },
    (error) => toastError(failureText(error, t)),
  );
  const heart = <Heart aria-hidden className={`size-5 ${isOn ? 'fill-danger text-danger' : ''}`} />;
  if (look === 'button') {
    return (
      <Button look="quiet" onClick={() => memberOnly(flip)}>
        {heart}
        {t(isOn ? 'wish.wished' : 'wish.wish')}
      </Button>
    );
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t('wish.wishFor', { title })}
      onClick={() => memberOnly(flip)}
      className="grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow-sm hover:bg-surface"
    >
      {heart}
    </button>
  );
}
