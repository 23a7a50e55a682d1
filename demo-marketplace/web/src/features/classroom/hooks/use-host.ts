import { Role, type Conference } from '@lectern/rtc';
import { changeRoles, degradeRoles, kick, muteAll, muteMember, unmuteAll, unmuteMember } from '@lectern/rtc/admin';
import { useConferenceState } from '@lectern/react';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastError } from '../../../ui/toast.js';

/** The actions of a class's host; failures are shown as toasts. */
export interface Host {
  readonly isHost: boolean;
  readonly isAllMuted: boolean;
  /** Members that were muted here. */
  readonly muted: ReadonlySet<string>;
  setAllMuted(isMuted: boolean): void;
  setMuted(memberId: string, isMuted: boolean): void;
  setAudience(memberId: string, isAudience: boolean): void;
  remove(memberId: string): void;
}

export function useHost(conference: Conference): Host {
  const t = useText();
  const isHost = useConferenceState(({ role }) => role === Role.Admin) ?? false;
  const isAllMuted = useConferenceState((state) => state.isAllMuted) ?? false;
  const [muted, setMutedIds] = useState<ReadonlySet<string>>(new Set());

  const attempt = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      toastError(t('room.host.failed', { detail: error instanceof Error ? error.message : String(error) })),
    );
  };

  const setMuted = async (memberId: string, isMuted: boolean): Promise<void> => {
    await (isMuted ? muteMember(conference, memberId) : unmuteMember(conference, memberId));
    setMutedIds((ids) => new Set(isMuted ? [...ids, memberId] : [...ids].filter((id) => id !== memberId)));
  };

  return {
    isHost,
    isAllMuted,
    muted,
    setAllMuted: (isMuted) => attempt(isMuted ? muteAll(conference) : unmuteAll(conference)),
    setMuted: (memberId, isMuted) => attempt(setMuted(memberId, isMuted)),
    setAudience: (memberId, isAudience) =>
      attempt(
        isAudience
          ? degradeRoles(conference, [memberId], Role.Audience)
          : changeRoles(conference, [memberId], Role.Talker),
      ),
    remove: (memberId) => attempt(kick(conference, [memberId])),
  };
}
