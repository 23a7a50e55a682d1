import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { internalPath } from '@lectern/marketplace-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forThisSite } from './http/for-this-site.js';
import { withHead, type PageHeads } from './pages/index.js';

const YEAR_SECONDS = 31_536_000;

/** Content comes from this origin only; inline styles are allowed, because the video and toast components set them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // The SDK's timer for video frames in hidden pages is an inline worker.
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob: mediastream:",
  "connect-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
  'referrer-policy': 'same-origin',
  // Pages that open this site get no reference to its window.
  'cross-origin-opener-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** A valid host, which cannot inject another directive into the policy. */
const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** WebSocket origins of a host, since not every browser includes them in `'self'`. */
const socketsOf = (host: string): readonly string[] => (HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : []);

/** Policy of pages at `host` that also fetch files from a storage or join conferences. */
const policyFor = (host: string, storage: string | undefined, conferences: string | undefined): string => {
  const files = storage === undefined ? [] : [new URL(storage).origin];
  const other = conferences === undefined ? undefined : new URL(conferences);
  const rest = other === undefined || other.host === host ? [] : [other.origin, ...socketsOf(other.host)];
  return CONTENT_SECURITY_POLICY.replace(/(img-src|media-src|connect-src) 'self'/g, (sources, name: string) =>
    [sources, ...files, ...(name === 'connect-src' ? [...socketsOf(host), ...rest] : [])].join(' '),
  );
};

/** Path prefixes of server endpoints: a mistyped address below them is a 404, not a page. */
const OTHERS = /^(api|rtc|easemob|dev)(\/|$)/;
const FILE = /\.[a-z0-9]+$/i;
/** Paths of the application; none of them is a path of the conference server. */
const PAGE = /^([^/]*|pages\/detail\/detail|verify\/[^/]+)$/;

/**
 * True when the client should get a page: it accepts HTML, or accepts anything and the path is one of the application.
 * Link preview programs accept anything, and so do clients of the conference server.
 */
const wantsPage = (accept: string | undefined, path: string): boolean =>
  accept?.includes('text/html') === true || ((accept ?? '*/*').includes('*/*') && PAGE.test(path));

/** Placeholder origin for comparisons; it is never requested. */
const HERE = 'https://here.invalid';
const SHARE_PAGE = 'share.html';

export interface WebAppOptions {
  /** Folder of the built web application. */
  readonly folder: string;
  /** Page heads for clients that run no scripts; without it, all pages have the same head. */
  readonly heads?: PageHeads | undefined;
  /** Public address of the site; by default the address of each request. */
  readonly publicUrl?: string | undefined;
  /** Origin of the file storage, when it is not this site. */
  readonly storageUrl?: string | undefined;
}

/**
 * Fastify plugin that serves the built web application. A GET for HTML that no other route matches gets the
 * application's page, so that its addresses can be opened and reloaded; a GET that accepts anything gets it when the
 * path is one of the application.
 *
 * @throws {Error} when the application was not built
 */
export async function webApp(
  app: FastifyInstance,
  { folder, heads, publicUrl, storageUrl }: WebAppOptions,
): Promise<void> {
  await access(join(folder, 'index.html')).catch(() => {
    throw new Error(`there is no web application in ${folder}: run "npm run build" first`);
  });

  app.addHook('onRequest', forThisSite);
  await app.register(fastifyStatic, {
    root: folder,
    // The route below distinguishes files from pages.
    serve: false,
    index: false,
    cacheControl: false,
    // The build writes compressed files beside the originals.
    preCompressed: true,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'));
      response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('vary', 'accept-encoding');
    },
  });

  const pageHeaders = ({ host }: FastifyRequest) => ({
    ...PAGE_HEADERS,
    'content-security-policy': policyFor(host, storageUrl, publicUrl),
  });

  /** Sends the page in `file` with the head for `path`; the page as built when the head cannot be determined. */
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, file: string, path: string) => {
    reply.headers(pageHeaders(request));
    if (heads === undefined) return reply.sendFile(file);
    try {
      const { searchParams } = new URL(path, HERE);
      const language = searchParams.get('lang')?.toLowerCase().startsWith('en') === true ? 'en' : 'zh-Hant';
      const [html, head] = await Promise.all([readFile(join(folder, file), 'utf8'), heads(path, language)]);
      const origin = publicUrl ?? `${request.protocol}://${request.host}`;
      return await reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(withHead(html, head, { origin, language }));
    } catch (error) {
      request.log.warn({ err: error }, 'a page goes without its head');
      return reply.sendFile(file);
    }
  };

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (OTHERS.test(path)) return reply.callNotFound();
      if (path === SHARE_PAGE) {
        const { searchParams } = new URL(request.url, HERE);
        return sendPage(request, reply, SHARE_PAGE, internalPath(searchParams.get('path')) ?? '/');
      }
      if (path.endsWith('.html')) reply.headers(pageHeaders(request));
      if (FILE.test(path)) return reply.sendFile(path);
      const isPage = wantsPage(request.headers.accept, path);
      return isPage ? sendPage(request, reply, 'index.html', request.url) : reply.callNotFound();
    },
  });
}
