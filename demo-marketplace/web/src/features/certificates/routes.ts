import { page, type Pages } from '../../lib/page.js';

export const certificatesPages: Pages = {
  '/myzhengshu': page(async () => (await import('./certificates-page.js')).CertificatesPage, ['certificates']),
  '/myzhengshu-info': page(
    async () => (await import('./certificate-page.js')).CertificatePage,
    ['certificates', 'share'],
  ),
  '/verify/:no': page(async () => (await import('./verify-page.js')).VerifyPage, ['certificates']),
};
