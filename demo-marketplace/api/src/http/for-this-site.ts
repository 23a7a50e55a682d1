import type { onRequestAsyncHookHandler } from 'fastify';

const FOR_OTHERS = ['access-control-allow-origin', 'access-control-allow-credentials'];

/**
 * Removes the CORS headers that the conference server adds for other sites: responses of the marketplace are for its
 * own pages only.
 */
export const forThisSite: onRequestAsyncHookHandler = async (_request, reply) => {
  for (const name of FOR_OTHERS) reply.removeHeader(name);
};
