import type { ApiQueryClient } from '../../../api/query-client.js';
import { memberQuery } from '../api/member.js';
import type { Session } from './session.js';

/** Clears a client's data when another member logs in, or the login ends. @returns undoes it */
export function bindClient(client: ApiQueryClient, session: Session): () => void {
  let { token, login } = session.getSnapshot();
  return session.subscribe(() => {
    const next = session.getSnapshot();
    const isSame = next.token !== undefined && token !== undefined && next.login !== '' && next.login === login;
    ({ token, login } = next);
    if (isSame) return;
    client.forgetMember();
    void client.resetQueries({ queryKey: memberQuery().queryKey });
  });
}
