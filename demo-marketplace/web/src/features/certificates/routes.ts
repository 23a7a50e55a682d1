import { page, type Pages } from '../../lib/page.js';

export const certificatesPages: Pages = {
  '/myzhengshu': page(
    async () => (await import('./certificates-page.js')).CertificatesPage,
    ['certificates'],
    async () => (await import('./certificates-queries.js')).certificatesQueries,
  ),
  '/myzhengshu-info': page(
    async () => (await import('./certificate-page.js')).CertificatePage,
    ['certificates', 'share'],
    async () => (await import('./certificates-queries.js')).certificateQueries,
  ),
  '/verify/:no': page(
    async () => (await import('./verify-page.js')).VerifyPage,
    ['certificates'],
    async () => (await import('./certificates-queries.js')).verifyQueries,
  ),
};
