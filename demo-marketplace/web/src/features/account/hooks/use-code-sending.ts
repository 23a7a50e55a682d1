import { isAccount, sendCode, type Channel, type CodeScene, type MobileArea } from '@lectern/marketplace-contract';
import { useEffect, useState } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { ApiError, callApi } from '../../../api/client.js';
import { codeChallenge } from '../../../lib/code-challenge.js';
import { failureText } from '../../../api/failure-text.js';
import { holdNextCode, secondsToWait } from '../../../lib/send-code-timer.js';
import { toastDone, toastError } from '../../../ui/toast.js';

const TICK_MS = 1_000;

/** The recipient of a code. */
export interface CodeTarget {
  readonly channel: Channel;
  readonly area?: MobileArea | undefined;
  readonly account: string;
}

export interface CodeSending {
  /** Until another one may be sent; 0 for now. Survives a reload. */
  readonly secondsLeft: number;
  readonly isSending: boolean;
  /** @returns `malformed` if the target is no valid account, else whether a code was sent to it */
  send(target: CodeTarget): Promise<'sent' | 'malformed' | 'failed'>;
}

/** Sends verification codes, and counts down until the next one (specification §4). */
export function useCodeSending(scene: CodeScene): CodeSending {
  const t = useText();
  const locale = useLocale();
  const [secondsLeft, setSecondsLeft] = useState(() => secondsToWait(Date.now()));
  const [isSending, setIsSending] = useState(false);
  const isWaiting = secondsLeft > 0;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft(secondsToWait(Date.now())), TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const hold = (seconds: number): void => {
    holdNextCode(Date.now(), seconds);
    setSecondsLeft(secondsToWait(Date.now()));
  };

  return {
    secondsLeft,
    isSending,
    send: async (target) => {
      if (!isAccount(target)) return 'malformed';
      setIsSending(true);
      try {
        const { wait } = await callApi(sendCode, { ...target, scene, challenge: codeChallenge() }, { locale });
        hold(wait);
        toastDone(t('account.code.sent'));
        return 'sent';
      } catch (error) {
        if (error instanceof ApiError && error.retryAfter !== undefined) hold(error.retryAfter);
        toastError(failureText(error, t));
        return 'failed';
      } finally {
        setIsSending(false);
      }
    },
  };
}
