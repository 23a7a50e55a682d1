import type { onRequestAsyncHookHandler } from 'fastify';

const FOR_OTHERS = ['access-control-allow-origin', 'access-control-allow-credentials'];

/**
 * Takes back what the conference server says to pages of other sites, which use it: what the marketplace answers is for
 * its own pages.
 */
export const forThisSite: onRequestAsyncHookHandler = async (_request, reply) => {
  for (const name of FOR_OTHERS) reply.removeHeader(name);
};
