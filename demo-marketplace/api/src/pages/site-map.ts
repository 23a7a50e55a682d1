import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isListed } from '../courses/visible.js';
import type { Database } from '../db/database.js';
import { courses, crowdfunds } from '../db/schema/index.js';
import { escapeHtml } from '../http/page.js';
import { inEnglish } from './with-head.js';

interface SiteMapOptions {
  readonly db: Database;
  /** Public address of the site; by default the address of each request. */
  readonly publicUrl: string | undefined;
}

/** Maximum number of addresses in one site map. */
const MOST = 50_000;
const ALWAYS = ['/', '/kecheng-online'] as const;
/** Paths without public content: members' pages and server endpoints. */
const CLOSED = ['/api/', '/admin', '/classroom', '/dev/', '/media/', '/pages/detail/', '/share.html'] as const;

/** Serves the site map with all pages and their languages, and `robots.txt`. */
export function siteMapRoutes(app: FastifyInstance, { db, publicUrl }: SiteMapOptions): void {
  const originOf = (request: FastifyRequest): string => publicUrl ?? `${request.protocol}://${request.host}`;

  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${originOf(request)}/sitemap.xml`]
          .join('\n')
          .concat('\n'),
      ),
  );

  app.get('/sitemap.xml', async (request, reply) => {
    const rows = await db
      .select({ id: courses.id, updatedAt: courses.updatedAt })
      .from(courses)
      .leftJoin(crowdfunds, eq(crowdfunds.courseId, courses.id))
      .where(isListed)
      .orderBy(desc(courses.updatedAt), desc(courses.id))
      .limit(MOST - ALWAYS.length);
    const origin = originOf(request);
    const entry = (path: string, changed?: number): string => {
      const link = (lang: string, to: string) =>
        `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(origin + to)}"/>`;
      return [
        `<url><loc>${escapeHtml(origin + path)}</loc>`,
        ...(changed === undefined ? [] : [`<lastmod>${new Date(changed).toISOString()}</lastmod>`]),
        link('zh-Hant', path),
        link('en', inEnglish(path)),
        link('x-default', path),
        '</url>',
      ].join('');
    };
    const entries = [
      ...ALWAYS.map((path) => entry(path)),
      ...rows.map(({ id, updatedAt }) => entry(`/video-info?id=${id}`, updatedAt)),
    ];
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
      );
  });
}
