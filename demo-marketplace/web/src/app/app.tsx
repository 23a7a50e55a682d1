import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { ApiQueryClient } from '../api/query-client.js';
import { createRouter } from './router.js';

export function App({ client }: { readonly client: ApiQueryClient }): ReactElement {
  const [router] = useState(() => createRouter(client));
  return (
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </QueryClientProvider>
  );
}
