import { toggleFollow } from '@lectern/marketplace-contract';
import { Check, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { toastError } from '../../../ui/toast.js';
import { useMember, useMemberOnly } from '../../session/index.js';
import { useToggle } from '../hooks/use-toggle.js';
import { useApiClient } from '../../../api/use-api-client.js';

export interface FollowButtonProps {
  readonly memberId: string;
  readonly name: string;
  readonly isFollowed: boolean;
  readonly onChanged?: (followers: number) => void;
}

/** Follows a member, or unfollows them; it is not shown for oneself. */
export function FollowButton({ memberId, name, isFollowed, onChanged }: FollowButtonProps): ReactElement | null {
  const t = useText();
  const client = useApiClient();
  const { member } = useMember();
  const memberOnly = useMemberOnly();
  const { isOn, flip } = useToggle(
    isFollowed,
    async (on) => {
      const { followers } = await client.call(toggleFollow, { type: 'member', id: memberId, on });
      client.forgetAfterChange();
      onChanged?.(followers);
    },
    (error) => toastError(failureText(error, t)),
  );
  if (member?.id === memberId) return null;
  const Icon = isOn ? Check : Plus;
  return (
    <Button
      look="quiet"
      aria-pressed={isOn}
      aria-label={t('follow.follow', { name })}
      onClick={() => memberOnly(flip)}
      className="shrink-0"
    >
      <Icon aria-hidden className="size-4" />
      {t(isOn ? 'follow.on' : 'follow.off')}
    </Button>
  );
}
