import type { FastifyInstance } from 'fastify';

/**
 * Takes bodies as deployed chat clients announce them: 4.0 to 4.8 name the content type twice ("application/json,
 * application/json"), and all name one for requests that have no body.
 */
export function tolerateAnnouncedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (type !== undefined && !hasBody) delete headers['content-type'];
    // No comma stands in a content type, unless in quotes, and then not before its first parameter.
    else if (type !== undefined) headers['content-type'] = type.replace(/^([^;,]+),.*$/s, '$1');
    done();
  });
}
