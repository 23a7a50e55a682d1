import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Everything comes from this origin; styles are set by elements' attributes too (video, toasts). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob: mediastream:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Below these nothing is a page or a file: a mistyped address there is the server's to answer. */
const OTHERS = /^(api|rtc|easemob)(\/|$)/;
const FILE = /\.[a-z0-9]+$/i;

export interface WebAppOptions {
  /** Folder of the built web application. */
  readonly folder: string;
}

/**
 * Fastify plugin: serves the built web application. A GET that asks for HTML and that no other route takes gets the
 * application's page, so that its own addresses can be opened and reloaded.
 *
 * @throws {Error} when the application was not built.
 */
export async function webApp(app: FastifyInstance, { folder }: WebAppOptions): Promise<void> {
  await access(join(folder, 'index.html')).catch(() => {
    throw new Error(`there is no web application in ${folder}: run "npm run build" first`);
  });

  await app.register(fastifyStatic, {
    root: folder,
    // The route below decides what is a file and what is a page.
    serve: false,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      response.setHeader('x-content-type-options', 'nosniff');
    },
  });

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (OTHERS.test(path)) return reply.callNotFound();
      if (path.endsWith('.html')) reply.headers(PAGE_HEADERS);
      if (FILE.test(path)) return reply.sendFile(path);
      const wantsPage = request.headers.accept?.includes('text/html') === true;
      return wantsPage ? reply.headers(PAGE_HEADERS).sendFile('index.html') : reply.callNotFound();
    },
  });
}
