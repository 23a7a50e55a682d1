import type { FastifyInstance } from 'fastify';

/** The content type that a deployed client means by the one it sends. */
function meant(type: string): string {
  // A content type contains no comma, unless in quotes, and then not before its first parameter.
  const once = type.replace(/^([^;,]+),.*$/s, '$1');
  return /^text\/plain\b/i.test(once) ? 'application/json' : once;
}

/**
 * Accepts bodies as deployed chat clients declare them: 4.0 to 4.8 send the content type twice ("application/json,
 * application/json"), 3.x requests history in JSON that it declares as text, and all send one with requests without a
 * body.
 */
export function tolerateAnnouncedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (type !== undefined && !hasBody) delete headers['content-type'];
    else if (type !== undefined) headers['content-type'] = meant(type);
    done();
  });
}
