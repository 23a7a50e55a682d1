import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { tolerateAnnouncedBodies } from './request-bodies.js';

const app = Fastify();
tolerateAnnouncedBodies(app);
app.post('/thing', (request) => ({ body: request.body ?? null }));
app.delete('/thing', (request) => ({ body: request.body ?? null }));

const ask = async (method: 'POST' | 'DELETE', type: string, payload?: string) => {
  const headers = { 'content-type': type };
  const answer = await app.inject({ method, url: '/thing', headers, ...(payload !== undefined && { payload }) });
  return { status: answer.statusCode, ...answer.json<{ readonly body?: unknown }>() };
};

describe('bodies of deployed clients', () => {
  it.each([
    'application/json',
    'application/json, application/json',
    'application/json;charset=utf-8',
    'text/plain;charset=UTF-8',
  ])('are read when they are announced as %s', async (type) => {
    expect(await ask('POST', type, '{"a":1}')).toEqual({ status: 200, body: { a: 1 } });
  });

  it('may be missing although they are announced', async () => {
    expect(await ask('DELETE', 'application/json')).toEqual({ status: 200, body: null });
    expect(await ask('POST', 'application/json, application/json')).toEqual({ status: 200, body: null });
  });

  it('are refused in a type that nobody reads', async () => {
    expect(await ask('POST', 'text/csv', 'a,b')).toMatchObject({ status: 415 });
  });
});
