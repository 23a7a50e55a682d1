import {
  Access,
  ACTIONS,
  getCertificateKeys,
  getMemberInfo,
  getPublicInfo,
  mailServer,
  Replay,
  ResultCode,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEMBER_ACTIONS, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test.each(MEMBER_ACTIONS.map((action) => [action.path, action] as const))(
  '%s is not for visitors',
  async (_path, action) => {
    expect(await world.call(action, {})).toMatchObject({
      code: ResultCode.LoginRequired,
      data: { reason: 'login-required' },
    });
  },
);

test('a page that still holds a token of long ago sees what is public', async () => {
  const { member } = await world.member();
  const answer = await world.call(getPublicInfo, { id: member.id }, { token: 'worth nothing' });
  expect(answer).toMatchObject({ code: 1, data: { name: '王小明', usertype: 1 } });
});

test('every answer says when it was given and which request it answers, and is kept by nobody', async () => {
  const send = (id: string) =>
    world.app.inject({ method: 'POST', url: getMemberInfo.path, payload: {}, headers: { 'x-request-id': id } });
  const { headers } = await send('page-0123456789');
  expect(headers).toMatchObject({
    'x-server-time': String(world.clock.now()),
    'x-request-id': 'page-0123456789',
    'cache-control': 'no-store',
  });
  expect((await send('no <good>')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

describe('an action that is a GET', () => {
  test('answers to that as to a POST', async () => {
    const read = await world.app.inject({ method: 'GET', url: getCertificateKeys.path });
    expect(read.statusCode).toBe(200);
    expect(read.json()).toEqual(await world.call(getCertificateKeys, {}));
    expect(read.json()).toMatchObject({ code: ResultCode.Ok, data: { keys: expect.any(Array) } });
  });

  test('changes nothing and is for everybody; all others are refused as a GET', async () => {
    for (const { method, path, access, replay } of ACTIONS) {
      if (method === 'GET') expect([path, access, replay]).toEqual([path, Access.Public, Replay.None]);
      else expect((await world.app.inject({ method: 'GET', url: path })).json()).toMatchObject({ code: 404 });
    }
  });
});

test('a message is in the language that the caller puts first', async () => {
  const answers = [];
  for (const language of ['en-GB,en;q=0.9', 'zh-TW', '', 'fr']) {
    answers.push((await world.call(getMemberInfo, {}, { headers: { 'accept-language': language } })).msg);
  }
  const chinese = '請註冊帳號，享受更多功能';
  expect(answers).toEqual(['Please register an account to enjoy more features', chinese, chinese, chinese]);
});

describe('sharing by e-mail', () => {
  const origin = 'http://market.test';
  const headers = { host: 'market.test' };
  const page = { email: 'friend@example.org', content: `${origin}/video-info?id=7`, type: 1 } as const;

  test('sends the page, in the name of who is logged in', async () => {
    const { token } = await world.member();
    const mail = { ...page, email: 'one@example.org' };
    expect(await world.call(mailServer, mail, { token, headers })).toMatchObject({
      code: 1,
      msg: '郵件已寄出',
      data: {},
    });
    const [sent] = await world.inbox('one@example.org');
    expect(sent?.subject).toContain('王小明');
    expect(sent?.text).toContain(page.content);
  });

  test('sends a link to the forum post for the other types', async () => {
    const post = { email: 'two@example.org', content: 'whatever', id: '42', type: 2 } as const;
    await world.call(mailServer, post, { headers });
    expect((await world.inbox('two@example.org'))[0]?.text).toContain(`${origin}/luntan-info?id=42`);
  });

  test.each([
    'https://evil.test/',
    'http://market.test.evil.test/',
    'http://market.test@evil.test/',
    'https://market.test/',
    'javascript:alert(1)',
    '/relative',
  ])('does not send %s', async (content) => {
    const answer = await world.call(mailServer, { ...page, email: 'three@example.org', content }, { headers });
    expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { reason: 'foreign-link' } });
    expect(await world.inbox('three@example.org')).toEqual([]);
  });

  test.each([
    [{ email: 'no address' }, { email: 'malformed' }],
    [{ email: '' }, { email: 'required' }],
    [{ type: 5 }, { type: 'malformed' }],
    [{ type: 3 }, { id: 'required' }],
    [{ client_token: 'short' }, { client_token: 'too-short' }],
  ])('refuses %j', async (change, errors) => {
    expect(await world.call(mailServer, { ...page, ...change }, { headers })).toMatchObject({
      code: ResultCode.Invalid,
      data: { errors },
    });
  });

  test('sends once what is asked for twice with one token, also at the same time', async () => {
    const mail = { ...page, email: 'replay@example.org', client_token: 'token-of-one-attempt' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.call(mailServer, mail, { headers })));
    answers.push(await world.call(mailServer, mail, { headers }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(answers[0])]));
    expect(answers[0]).toMatchObject({ code: 1, msg: '郵件已寄出' });
    expect(await world.inbox('replay@example.org')).toHaveLength(1);

    const other = await world.call(mailServer, { ...mail, content: `${origin}/other` }, { headers });
    expect(other).toMatchObject({ code: ResultCode.Conflict, data: { reason: 'client-token-reused' } });
    // Tokens of a member are independent of those of a visitor.
    const { token } = await world.member();
    expect((await world.call(mailServer, mail, { headers, token })).code).toBe(1);
    expect(await world.inbox('replay@example.org')).toHaveLength(2);

    world.clock.advance(24 * 3_600_000);
    expect((await world.call(mailServer, mail, { headers })).code).toBe(1);
    expect(await world.inbox('replay@example.org')).toHaveLength(3);
  });

  test('forgets an attempt that failed: it may be made again', async () => {
    const client_token = 'token-of-a-failure';
    const mail = { ...page, email: 'again@example.org', client_token };
    await world.call(mailServer, { ...mail, content: 'https://evil.test/' }, { headers });
    expect((await world.call(mailServer, mail, { headers })).code).toBe(1);
  });

  test('does not flood anybody', async () => {
    const mail = { ...page, email: 'flood@example.org' };
    const codes = [];
    for (let count = 0; count < 6; count += 1) {
      codes.push((await world.call(mailServer, mail, { headers, ip: `198.51.100.${count}` })).code);
    }
    expect(codes).toEqual([1, 1, 1, 1, 1, 429]);
  });
});

describe('documentation', () => {
  test('describes every action as OpenAPI 3.1', async () => {
    const document = (await world.app.inject('/api-docs/openapi.json')).json<{
      openapi: string;
      paths: Record<string, { post: Record<string, unknown> }>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths[mailServer.path]?.post).toMatchObject({
      operationId: 'Index_mail_server',
      'x-access': 'P',
      'x-replay': 'optional',
      'x-reasons': expect.arrayContaining(['foreign-link', 'client-token-reused', 'invalid']),
      requestBody: {
        content: { 'application/json': { schema: { required: ['email', 'content', 'type'] } } },
      },
    });
    for (const { path, reasons } of MEMBER_ACTIONS) {
      expect(document.paths[path]?.post['x-reasons']).toEqual(expect.arrayContaining(['login-required', ...reasons]));
    }
  });

  test('is a page without scripts', async () => {
    const { body, headers } = await world.app.inject('/api-docs');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('POST /api/Login/email_login');
    expect(body).not.toContain('<script');
  });
});

test('the development inbox shows what was sent as text, in demo mode alone', async () => {
  const { member, token } = await world.member('inbox@example.org');
  expect(member.name).toBe('王小明');
  await world.call(
    mailServer,
    { email: 'x@example.org', content: 'http://market.test/?<script>', type: 1 },
    { token, headers: { host: 'market.test' } },
  );
  await world.inbox();
  const { body } = await world.app.inject('/dev/inbox');
  expect(body).toContain('inbox@example.org');
  expect(body).not.toContain('<script');
  expect((await world.app.inject('/dev/inbox.json')).json()).toEqual(await world.inbox());

  const quiet = await World.start({ isDemo: false });
  expect((await quiet.app.inject('/dev/inbox')).statusCode).toBe(404);
  expect((await quiet.app.inject('/dev/inbox.json')).statusCode).toBe(404);
  await quiet.close();
});
