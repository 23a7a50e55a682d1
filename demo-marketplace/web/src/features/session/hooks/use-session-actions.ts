import { changeType, logOut } from '@lectern/marketplace-contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { askApi, callApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { renewMember } from '../api/member.js';
import { session } from '../lib/session.js';

export interface SessionActions {
  /** Goes over to the learner's (1) or the mentor's (2) side. */
  switchTo(type: 1 | 2): Promise<void>;
  /** Ends the login here and on the server. */
  logOut(): Promise<void>;
}

/** The actions of the account menu. */
export function useSessionActions(): SessionActions {
  const t = useText();
  const locale = useLocale();
  const client = useApiClient();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      switchTo: async (type) => {
        try {
          const { msg } = await askApi(changeType, { type }, { locale });
          client.forgetAfterChange();
          await renewMember(client);
          toastDone(msg);
          await navigate(type === 2 ? '/teacher' : '/user-info');
        } catch (error) {
          toastError(failureText(error, t));
        }
      },
      logOut: async () => {
        const ended = callApi(logOut, {}, { locale });
        session.logOut();
        await navigate('/');
        // The login is removed here in any case; the server ends it when it expires.
        await ended.catch(() => undefined);
      },
    }),
    [t, locale, client, navigate],
  );
}
