import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useState, type ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './router.js';

export function App(): ReactElement {
  const [router] = useState(createRouter);
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>
  );
}
