import { describe, expect, test } from 'vitest';
import * as contract from './index.js';
import { joinActions } from './action.js';
import {
  Access,
  ACTIONS,
  emailLogin,
  getSignedUrl,
  mailServer,
  mobileLogin,
  registerAccount,
  updateProfile,
  userTypeOf,
  type AnyAction,
} from './index.js';

const problems = (action: AnyAction, body: unknown): Record<string, string> => {
  const parsed = action.request.safeParse(body);
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
};

test('every action has a path of its own, of the form /api/<Controller>/<action>, and a sentence about itself', () => {
  const paths = ACTIONS.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path, summary, access } of ACTIONS) {
    expect(path).toMatch(/^\/api\/[A-Za-z]+\/[A-Za-z_]+$/);
    expect(summary).toMatch(/\.$/);
    expect(Object.values(Access)).toContain(access);
  }
});

const isAction = (value: unknown): value is AnyAction =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value && 'response' in value;

test('every declared action is one of its feature, and two of one path are refused', () => {
  const declared = Object.values(contract).filter(isAction);
  expect(new Set(ACTIONS)).toEqual(new Set(declared));
  expect(() => joinActions([[mailServer], [getSignedUrl, mailServer]])).toThrow(`declared twice: ${mailServer.path}`);
});

test.each([
  [1, 1, 1],
  [1, 2, 2],
  [2, 1, 3],
  [2, 2, 3],
  [0, 1, 3],
])('identity %d with current_type %d is user type %d', (identity, current_type, usertype) => {
  expect(userTypeOf({ identity, current_type })).toBe(usertype);
});

describe('registration', () => {
  const good = {
    channel: 'email',
    account: 'ann@example.org',
    code: '123456',
    password: 'abcd123!',
    password2: 'abcd123!',
    agree: true,
  };

  test('takes a good form', () => {
    expect(problems(registerAccount, good)).toEqual({});
  });

  test.each<[string, object, Record<string, string>]>([
    ['terms not ticked', { agree: false }, { agree: 'not-accepted' }],
    ['passwords that differ', { password2: 'abcd123?' }, { password2: 'mismatch' }],
    ['a short password', { password: 'abc12!', password2: 'abc12!' }, { password: 'too-short' }],
    ['a long password', { password: 'abcd12345678!', password2: 'abcd12345678!' }, { password: 'too-long' }],
    ['a weak password', { password: 'abcdefgh', password2: 'abcdefgh' }, { password: 'malformed' }],
    ['an account of another channel', { account: '13000000000' }, { account: 'malformed' }],
    ['a code with a letter', { code: '12345a' }, { code: 'malformed' }],
  ])('refuses %s', (_name, change, expected) => {
    expect(problems(registerAccount, { ...good, ...change })).toEqual(expected);
  });
});

test('a log-in’s e-mail address is read as its owner means it', () => {
  expect(emailLogin.request.parse({ email: ' Ann@Example.ORG ', password: 'x' })).toEqual({
    email: 'ann@example.org',
    password: 'x',
  });
});

test('a mobile logs in with a code or a password, not with both or none', () => {
  const mobile = '13000000000';
  expect(problems(mobileLogin, { mobile, code: '123456' })).toEqual({});
  expect(problems(mobileLogin, { mobile, password: 'x' })).toEqual({});
  expect(problems(mobileLogin, { mobile })).toEqual({ code: 'required' });
  expect(problems(mobileLogin, { mobile, code: '123456', password: 'x' })).toEqual({ code: 'required' });
  expect(problems(mobileLogin, { mobile: '0912345678', area: '886', code: '123456' })).toEqual({});
});

test('an introduction has at most 300 characters', () => {
  expect(problems(updateProfile, { intro: '學'.repeat(300) })).toEqual({});
  expect(Object.keys(problems(updateProfile, { intro: '學'.repeat(301) }))).toEqual(['intro']);
});

describe('uploads', () => {
  const MEGABYTE = 1024 * 1024;
  test.each<[string, string, number, Record<string, string>]>([
    ['licence', 'application/pdf', 2 * MEGABYTE, {}],
    ['licence', 'image/jpeg', 2 * MEGABYTE + 1, { size: 'too-large' }],
    ['licence', 'image/png', 10, { mime: 'wrong-type' }],
    ['complaint', 'image/png', MEGABYTE, {}],
    ['complaint', 'image/png', MEGABYTE + 1, { size: 'too-large' }],
    ['image', 'image/webp', 10 * MEGABYTE, {}],
    ['image', 'image/svg+xml', 10, { mime: 'wrong-type' }],
    ['clip', 'video/mp4', 50 * MEGABYTE - 1, {}],
    ['clip', 'video/mp4', 50 * MEGABYTE, { size: 'too-large' }],
    ['video', 'video/mp4', 800 * MEGABYTE - 1, {}],
    ['video', 'video/mp4', 800 * MEGABYTE, { size: 'too-large' }],
  ])('%s of type %s with %d bytes', (type, mime, size, expected) => {
    expect(problems(getSignedUrl, { type, mime, size, filename: 'a' })).toEqual(expected);
  });
});

test('a page is mailed with its address, a post with its id', () => {
  const mail = { email: 'a@b.tw', content: '', type: 1 };
  expect(Object.keys(problems(mailServer, mail))).toEqual(['content']);
  expect(problems(mailServer, { ...mail, content: 'https://a.tw/' })).toEqual({});
  expect(Object.keys(problems(mailServer, { ...mail, type: 2 }))).toEqual(['id']);
  expect(problems(mailServer, { ...mail, type: 2, id: '7' })).toEqual({});
});
