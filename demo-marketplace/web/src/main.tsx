import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { createPageClient } from './app/page-client.js';
import { isShellLocked, lockShell } from './app/lock-shell.js';
import { startLocale } from './i18n/locale.js';
import './app/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

if (isShellLocked(import.meta.env)) lockShell();
await startLocale();
createRoot(root).render(
  <StrictMode>
    <App client={createPageClient()} />
  </StrictMode>,
);
