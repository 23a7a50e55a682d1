import { registerUser, requestToken, RtcClient } from '@lectern/rtc';

/** Server, user and room of the page, e.g. `?user=ben&room=maths`. */
export function readAddress() {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  return { server: 'http://localhost:8080', user: 'ann', room: 'maths', ...query };
}

/** A client for a demo server, where anybody may register. Otherwise the token comes from your backend. */
export async function signIn({ server: restUrl, user: username }) {
  const account = { restUrl, appKey: 'lectern#demo', username, password: 'a password' };
  await registerUser(account);
  return new RtcClient({ restUrl, appKey: account.appKey, identity: await requestToken(account) });
}
