import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { ApiQueryClient } from '../api/query-client.js';
import { bindClient, session } from '../features/session/index.js';

/** A client of its own for one test. */
export const testClient = (): ApiQueryClient =>
  new ApiQueryClient({ locale: () => i18n.locale, token: () => session.token });

/** Wraps the rendered tree of a test with texts and the API client. */
export function TestApp({
  client,
  children,
}: {
  readonly client?: ApiQueryClient;
  readonly children: ReactNode;
}): ReactElement {
  const [own] = useState(() => client ?? testClient());
  useEffect(() => bindClient(own, session), [own]);
  return (
    <QueryClientProvider client={own}>
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </QueryClientProvider>
  );
}
