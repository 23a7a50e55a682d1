import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import type { UserInfoStore } from '../store/index.js';
import { singleLine } from '../single-line.js';
import { bearerOf, ownerOf } from './bearer.js';
import { read } from './errors.js';

const MAX_TARGETS = 100;

/** PostgreSQL text cannot contain a zero character. */
const text = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not have zero characters');

const info = z
  .strictObject({
    nickname: text(256).transform(singleLine),
    avatarurl: text(2_048),
    mail: text(256),
    phone: text(64),
    gender: text(64),
    sign: text(1_024),
    birth: text(256),
    ext: text(8_192),
  })
  .partial();
const PROPERTIES = Object.keys(info.shape);

const query = z.looseObject({
  targets: z.array(z.string().max(256)).max(MAX_TARGETS),
  properties: z.array(z.string().max(256)).max(MAX_TARGETS).default(PROPERTIES),
});

const pick = (all: Readonly<Record<string, string>> = {}, wanted: readonly string[]): object =>
  Object.fromEntries(Object.entries(all).filter(([key]) => wanted.includes(key)));

export interface UserInfoRoutes {
  readonly store: UserInfoStore;
  readonly tokens: Tokens;
  readonly now: () => number;
}

/** Profiles of users (wire-im 2.3): readable by every user, writable by their owner. */
export function userInfoRoutes(app: FastifyInstance, { store, tokens, now }: UserInfoRoutes): void {
  // Only these routes accept forms.
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.put('/:org/:app/metadata/user/:user', async (request) => {
      const { appKey, user } = ownerOf(tokens, request);
      const startedAt = now();
      const changes = Object.entries(read(info, request.body)).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value] as const],
      );
      const data = await store.set(appKey, user, Object.fromEntries(changes));
      return { error: 0, timestamp: now(), duration: now() - startedAt, data };
    });

    scope.post('/:org/:app/metadata/user/get', async (request) => {
      const { appKey } = bearerOf(tokens, request);
      const startedAt = now();
      const { targets, properties } = read(query, request.body);
      const found = await store.get(appKey, targets);
      const data = Object.fromEntries(targets.map((name) => [name, pick(found.get(name), properties)]));
      return { error: 0, timestamp: now(), duration: now() - startedAt, data };
    });
  });
}
