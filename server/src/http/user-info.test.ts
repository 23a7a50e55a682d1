import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_KEY, startTestServer, type TestServer } from '../testing/harness.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.server.close());

const tokenOf = (user: string): string => server.server.accounts.issueToken(APP_KEY, user).token;

const set = async (
  user: string,
  form: Record<string, string>,
  as = user,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${server.url}/lectern/demo/metadata/user/${user}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokenOf(as)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const get = async (targets: unknown, properties?: string[]): Promise<{ status: number; data: unknown }> => {
  const headers = { authorization: `Bearer ${tokenOf('ben')}` };
  const { status, body } = await server.post('/lectern/demo/metadata/user/get', { targets, properties }, headers);
  return { status, data: body.data };
};

describe('what users say of themselves', () => {
  it('is set as a form and told to whoever asks, as it was said', async () => {
    const said = { nickname: '<b>Ann</b> & é 林', avatarurl: 'https://a.example/x.png?y=1' };
    expect(await set('ann', said)).toMatchObject({ status: 200, body: { data: said } });
    expect(await set('ann', { sign: 'at sea' })).toMatchObject({ body: { data: { ...said, sign: 'at sea' } } });
    expect(await get(['ann', 'nobody'])).toEqual({
      status: 200,
      data: { ann: { ...said, sign: 'at sea' }, nobody: {} },
    });
    expect(await get(['ann'], ['sign', 'unknown'])).toMatchObject({ data: { ann: { sign: 'at sea' } } });
    expect((await set('ann', { sign: '' })).body.data).toEqual(said);
  });

  it('is set by nobody else, and by nobody without a token', async () => {
    expect(await set('ann', { nickname: 'Eve' }, 'eve')).toMatchObject({
      status: 401,
      body: { error_description: 'Unable to authenticate (OAuth)' },
    });
    expect((await server.post('/lectern/demo/metadata/user/get', { targets: ['ann'] })).status).toBe(401);
  });

  it.each([
    ['an unknown property', { password: 'x' }],
    ['a text that is too long', { nickname: 'x'.repeat(257) }],
    ['a zero character', { sign: 'a\0b' }],
  ])('changes nothing with %s', async (_what, form) => {
    expect(await set('cai', { nickname: 'Cai', ...form })).toMatchObject({ status: 400 });
    expect(await get(['cai'])).toMatchObject({ data: { cai: {} } });
  });

  it('is not asked of everybody at once', async () => {
    expect((await get(Array.from({ length: 101 }, (_, index) => `user${index}`))).status).toBe(400);
    expect((await get('ann')).status).toBe(400);
  });
});
