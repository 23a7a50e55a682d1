import type { Session } from '@lectern/marketplace-contract';
import { useLocation, useNavigate } from 'react-router';
import { useApiClient } from '../../../api/use-api-client.js';
import { useText } from '../../../i18n/use-text.js';
import { writeStored } from '../../../lib/storage.js';
import { toastDone } from '../../../ui/toast.js';
import { beginSession } from '../../session/index.js';
import { redirectTarget } from '../lib/search.js';

/** Completes a login: stores it, and navigates to the page that the member was heading for. */
export function useArrival(
  method: 'tel' | 'tel-password' | 'email',
  greeting: 'account.loggedIn' | 'account.registered' = 'account.loggedIn',
): (session: Session) => Promise<void> {
  const t = useText();
  const client = useApiClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  return async (session) => {
    writeStored('login-method', method);
    beginSession(client, session);
    toastDone(t(greeting));
    await navigate(redirectTarget(search), { replace: true });
  };
}
