import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AccessClaims, Tokens } from '../auth/tokens.js';
import { ImRefused, read } from './errors.js';

const params = z.object({ org: z.string(), app: z.string(), user: z.string().optional() });

/** Message by which deployed chat clients recognise this refusal. */
const UNAUTHORIZED = 'Unable to authenticate (OAuth)';

/**
 * Claims of the token that a request to `/{org}/{app}/…` carries. @throws {ImRefused} without a valid one of the
 * application
 */
export function bearerOf(tokens: Tokens, request: FastifyRequest): AccessClaims & { readonly exp: number } {
  const { org, app } = read(params, request.params);
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const claims = given === undefined ? undefined : tokens.readAccess(given);
  if (claims?.appKey !== `${org}#${app}`) throw new ImRefused('unauthorized', 401, UNAUTHORIZED);
  return claims;
}

/** Like {@link bearerOf}, for the user's own data: the token must be that of `:user` in the path. */
export function ownerOf(tokens: Tokens, request: FastifyRequest): AccessClaims & { readonly exp: number } {
  const claims = bearerOf(tokens, request);
  if (read(params, request.params).user !== claims.user) throw new ImRefused('unauthorized', 401, UNAUTHORIZED);
  return claims;
}

/** Compared by digest, so that the timing reveals neither length nor content. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());

/** True if a request carries exactly this token, which the operator chose. */
export const hasBearer = (request: FastifyRequest, token: string): boolean =>
  isSame(request.headers.authorization ?? '', `Bearer ${token}`);
