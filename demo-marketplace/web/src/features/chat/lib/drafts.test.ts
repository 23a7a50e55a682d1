import { expect, test } from 'vitest';
import { testMember } from '../../../testing/test-member.js';
import { imageDraft, linkDraft, linkOf, profileOf, textDraft, videoDraft } from './drafts.js';

const learner = testMember({ name: 'Ann', headimg: '/files/image/a.png' });
const sender = { sign: 1, headimg: `${location.origin}/files/image/a.png`, name: 'Ann' };

test('every message is a text with user type, picture and name of its sender', () => {
  expect(textDraft('hi [1]', learner)).toEqual({ contentsType: 'TEXT', data: 'hi [1]', ext: sender });
  const url = `${location.origin}/files/x`;
  expect(imageDraft('/files/x', learner)).toEqual({ contentsType: 'TEXT', data: url, ext: { image: url, ...sender } });
  expect(videoDraft('/files/x', learner)).toEqual({ contentsType: 'TEXT', data: url, ext: { video: url, ...sender } });
  const href = 'https://example.org/';
  expect(linkDraft(href, learner)).toEqual({ contentsType: 'TEXT', data: href, ext: { href, ...sender } });
});

test.each([
  ['a learner', {}, '1'],
  ['a mentor, after the switch of mode', { current_type: 2 }, '2'],
  ['a company', { identity: 2, current_type: 2 }, '3'],
] as const)('the sign of %s is the user type', (_title, over, sign) => {
  const member = testMember(over);
  expect(profileOf(member)).toEqual({ name: member.name, headimg: '', sign });
  expect(textDraft('x', member).ext?.sign).toBe(Number(sign));
});

test.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['javascript:alert(1)', 'wrong'],
  ['data:text/html,x', 'wrong'],
  ['ftp://example.org', 'wrong'],
  ['https://', 'wrong'],
])('the link %j is refused as %s', (typed, problem) => {
  expect(linkOf(typed)).toEqual({ problem });
});

test.each([
  ['example.org/a b', 'https://example.org/a%20b'],
  [' http://例え.jp ', 'http://xn--r8jz45g.jp/'],
])('the link %j leads to %s', (typed, href) => {
  expect(linkOf(typed)).toEqual({ href });
});
