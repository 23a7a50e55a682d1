import { Role, type Conference } from '@lectern/rtc';
import { requestTalk } from '@lectern/rtc/admin';
import { useConferenceEvent, useConferenceState } from '@lectern/react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastDone, toastError, toastInfo } from '../../../ui/toast.js';

/** The raised hand of a member in the audience. */
export interface Hand {
  readonly isAudience: boolean;
  /** Raised, and not answered yet. */
  readonly isRaised: boolean;
  /** Raises it, or takes it down. */
  toggle(): void;
}

/** Requests to take part, and receives the host's decision about the own microphone. */
export function useHand(conference: Conference): Hand {
  const t = useText();
  const isAudience = useConferenceState(({ role }) => role === Role.Audience) ?? false;
  const [isRaised, setRaised] = useState(false);
  const raised = useRef<AbortController | undefined>(undefined);

  useEffect(() => () => raised.current?.abort(), []);
  useConferenceEvent('muted', () => toastInfo(t('room.silenced')));
  useConferenceEvent('allMuted', () => toastInfo(t('room.silenced.all')));
  useConferenceEvent('unmuted', () => toastDone(t('room.silenced.over')));
  useConferenceEvent('allUnmuted', () => toastDone(t('room.silenced.over')));
  useConferenceEvent('roleChanged', (role) => {
    if (role === Role.Audience) toastInfo(t('room.audience'));
    if (role === Role.Talker) toastDone(t('room.hand.agreed'));
  });

  const toggle = (): void => {
    if (raised.current) {
      raised.current.abort();
      return;
    }
    const controller = new AbortController();
    raised.current = controller;
    setRaised(true);
    requestTalk(conference, { signal: controller.signal })
      .then(
        (isAgreed) => void (isAgreed || toastInfo(t('room.hand.refused'))),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          const isTimeout = (error as { readonly reason?: string }).reason === 'timeout';
          toastError(t(isTimeout ? 'room.hand.unanswered' : 'room.hand.noHost'));
        },
      )
      .finally(() => {
        raised.current = undefined;
        setRaised(false);
      });
  };

  return { isAudience, isRaised, toggle };
}
