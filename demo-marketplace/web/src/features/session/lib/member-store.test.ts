// @vitest-environment node
import type { MemberInfo } from '@lectern/marketplace-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemberStore } from './member-store.js';
import { Session } from './session.js';
import { testMember } from './test-member.js';

let session: Session;
let answers: ((member: MemberInfo) => void)[];
let store: MemberStore;

beforeEach(() => {
  session = new Session();
  session.start('TOKEN');
  answers = [];
  store = new MemberStore({ session, load: () => new Promise((resolve) => answers.push(resolve)) });
});
afterEach(() => session.end());

const nameOf = () => store.state.getSnapshot().member?.name;

test('a question that is under way is not asked twice', async () => {
  const both = [store.refresh(), store.refresh()];
  expect(answers).toHaveLength(1);
  answers[0]!(testMember({ name: 'Ann' }));
  expect(await Promise.all(both)).toEqual([{ kind: 'known' }, { kind: 'known' }]);
});

test('what was changed is asked for anew, and an answer from before does not take its place', async () => {
  const before = store.refresh();
  const after = store.renew();
  expect(answers).toHaveLength(2);
  answers[1]!(testMember({ name: 'New' }));
  expect([await after, nameOf()]).toEqual([{ kind: 'known' }, 'New']);
  answers[0]!(testMember({ name: 'Old' }));
  expect([await before, nameOf()]).toEqual([{ kind: 'nobody' }, 'New']);
});

test('an answer for who is not logged in any more is nobody’s', async () => {
  const asked = store.refresh();
  session.start('OTHER');
  answers[0]!(testMember({ name: 'Ann' }));
  expect([await asked, store.state.getSnapshot().phase]).toEqual([{ kind: 'nobody' }, 'loading']);
});
