import { Access, UserType } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import type { MemberRow } from '../db/schema/index.js';
import type { Caller } from '../login/index.js';
import { checkAccess } from './access.js';

const caller = (userType: UserType, rights: Partial<MemberRow> = {}): Caller => ({
  userType,
  sessionId: 1,
  member: { isProvider: false, isHomework: false, isStaff: false, ...rights } as MemberRow,
});

const CALLERS = {
  visitor: undefined,
  learner: caller(UserType.Learner),
  mentor: caller(UserType.Mentor),
  provider: caller(UserType.Mentor, { isProvider: true }),
  tutor: caller(UserType.Mentor, { isHomework: true }),
  // Rights that are kept while a mentor looks at the learner's side.
  mentorAsLearner: caller(UserType.Learner, { isProvider: true, isHomework: true }),
  enterprise: caller(UserType.Enterprise),
  staff: caller(UserType.Learner, { isStaff: true }),
};

const LEARNERS = ['learner', 'mentorAsLearner', 'staff'];
const MENTORS = ['mentor', 'provider', 'tutor'];

test.each<[Access, readonly string[]]>([
  [Access.Public, Object.keys(CALLERS)],
  [Access.Member, Object.keys(CALLERS).filter((name) => name !== 'visitor')],
  [Access.Learner, LEARNERS],
  [Access.Mentor, MENTORS],
  [Access.Provider, ['provider']],
  [Access.Homework, ['tutor']],
  [Access.Enterprise, ['enterprise']],
  [Access.BackOffice, ['staff']],
])('access %s is for %j, and for nobody else', (access, allowed) => {
  const passed = Object.entries(CALLERS).flatMap(([name, who]) => {
    try {
      checkAccess(access, who);
      return [name];
    } catch {
      return [];
    }
  });
  expect(passed.sort()).toEqual([...allowed].sort());
});

test.each([
  [Access.Member, CALLERS.visitor, 401, 'login-required'],
  [Access.Learner, CALLERS.mentor, 403, 'wrong-role'],
  [Access.Provider, CALLERS.tutor, 403, 'provider-required'],
  [Access.Homework, CALLERS.provider, 403, 'homework-required'],
  [Access.BackOffice, CALLERS.provider, 403, 'wrong-role'],
] as const)('access %s says why not', (access, who, code, reason) => {
  expect(() => checkAccess(access, who)).toThrow(expect.objectContaining({ code, data: { reason } }));
});
