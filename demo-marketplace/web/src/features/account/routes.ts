import { page, type Pages } from '../../lib/page.js';

export const accountPages: Pages = {
  '/login': page(
    async () => (await import('./login-page.js')).LoginPage,
    ['account'],
    async () => (await import('./account-queries.js')).loginQueries,
  ),
  '/email-login': page(async () => (await import('./email-login-page.js')).EmailLoginPage, ['account']),
  '/tel-login': page(async () => (await import('./tel-login-page.js')).TelLoginPage, ['account']),
  '/forget-pwd': page(async () => (await import('./forgot-password-page.js')).ForgotPasswordPage, ['account']),
  '/user-zhuce': page(async () => (await import('./register-page.js')).RegisterPage, ['account']),
};
