import type { FastifyRequest } from 'fastify';
import { BadRequest } from './errors.js';

/** Origin at which the client reached the server, or `PUBLIC_URL` if set. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): URL {
  const text = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(text)) throw new BadRequest('the Host header cannot be used');
  return new URL(text);
}

/** A WebSocket URL, as browsers normalise it: clients compare it with the URL of their socket (trap T12). */
export function socketUrl(origin: URL, path: string): string {
  const url = new URL(origin);
  url.protocol = origin.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = `${origin.pathname.replace(/\/$/, '')}${path}`;
  url.search = '';
  url.hash = '';
  return url.href;
}
