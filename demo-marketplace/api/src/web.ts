import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { internalPath } from '@lectern/marketplace-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forThisSite } from './http/for-this-site.js';
import { withHead, type PageHeads } from './pages/index.js';

const YEAR_SECONDS = 31_536_000;

/** Everything comes from this origin; styles are set by elements' attributes too (video, toasts). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // The SDK's clock of pictures in hidden pages is a worker of a few words.
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
  // Pages that open ours hold no handle on them.
  'cross-origin-opener-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Nothing that would be another word of the policy. */
const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** Sockets of a host, by name: not every browser takes them for `'self'`. */
const socketsOf = (host: string): readonly string[] => (HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : []);

/** The policy of pages at `host` that talk to others, too: fetch files there, or hold conferences. */
const policyFor = (host: string, storage: string | undefined, conferences: string | undefined): string => {
  const files = storage === undefined ? [] : [new URL(storage).origin];
  const other = conferences === undefined ? undefined : new URL(conferences);
  const rest = other === undefined || other.host === host ? [] : [other.origin, ...socketsOf(other.host)];
  return CONTENT_SECURITY_POLICY.replace(/(img-src|media-src|connect-src) 'self'/g, (sources, name: string) =>
    [sources, ...files, ...(name === 'connect-src' ? [...socketsOf(host), ...rest] : [])].join(' '),
  );
};

/** Below these nothing is a page or a file: a mistyped address there is the server's to answer. */
const OTHERS = /^(api|rtc|easemob|dev)(\/|$)/;
const FILE = /\.[a-z0-9]+$/i;
/** The application's addresses; no path of the conference server is one. */
const PAGE = /^([^/]*|pages\/detail\/detail|verify\/[^/]+)$/;

/** Programs that show what a link leads to take anything, and so do clients of the conference server. */
const wantsPage = (accept: string | undefined, path: string): boolean =>
  accept?.includes('text/html') === true || ((accept ?? '*/*').includes('*/*') && PAGE.test(path));

/** Never visited: it only stands for this site. */
const HERE = 'https://here.invalid';
const SHARE_PAGE = 'share.html';

export interface WebAppOptions {
  /** Folder of the built web application. */
  readonly folder: string;
  /** What pages say of themselves to who reads no script; without it, all say the same. */
  readonly heads?: PageHeads | undefined;
  /** Where people reach the site, unless it is where they asked. */
  readonly publicUrl?: string | undefined;
  /** Where files are fetched from and posted to, unless it is here. */
  readonly storageUrl?: string | undefined;
}

/**
 * Fastify plugin: serves the built web application. A GET that asks for HTML and that no other route takes gets the
 * application's page, so that its own addresses can be opened and reloaded; one that takes anything gets it, too, where
 * the address is one of the application's.
 *
 * @throws {Error} when the application was not built.
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
    // The route below decides what is a file and what is a page.
    serve: false,
    index: false,
    cacheControl: false,
    // As built, beside the files.
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

  /** The page in `file`, which says what is at `path`; where that cannot be found out, as it was built. */
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, file: string, path: string) => {
    reply.headers(pageHeaders(request));
    if (heads === undefined) return reply.sendFile(file);
    const { searchParams } = new URL(path, HERE);
    const language = searchParams.get('lang')?.toLowerCase().startsWith('en') === true ? 'en' : 'zh-Hant';
    try {
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
