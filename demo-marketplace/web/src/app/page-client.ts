import { i18n } from '@lingui/core';
import { ApiQueryClient } from '../api/query-client.js';
import { bindClient, session } from '../features/session/index.js';

/** The client of a page in the browser; it follows the current login and language. */
export function createPageClient(): ApiQueryClient {
  const client = new ApiQueryClient({ locale: () => i18n.locale, token: () => session.token });
  bindClient(client, session);
  let { locale } = i18n;
  i18n.on('change', () => {
    // Texts that are loaded for another screen are a change, too.
    if (i18n.locale === locale) return;
    ({ locale } = i18n);
    client.forgetLanguage();
  });
  return client;
}
