import { Access, UserType } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import type { MemberRow } from '../db/schema/index.js';
import type { Caller } from '../login/index.js';
import { checkAccess } from './access.js';
import type { ApiFailure } from './failure.js';

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
  // Permissions that a mentor keeps while using the learner's side.
  mentorAsLearner: caller(UserType.Learner, { isProvider: true, isHomework: true }),
  enterprise: caller(UserType.Enterprise),
  staff: caller(UserType.Learner, { isStaff: true }),
};

const LEARNERS = ['learner', 'mentorAsLearner', 'staff'];
const MENTORS = ['mentor', 'provider', 'tutor'];

const ALLOWED: Readonly<Record<Access, readonly string[]>> = {
  [Access.Public]: Object.keys(CALLERS),
  [Access.Member]: Object.keys(CALLERS).filter((name) => name !== 'visitor'),
  [Access.Learner]: LEARNERS,
  [Access.Mentor]: MENTORS,
  [Access.Provider]: ['provider'],
  [Access.Homework]: ['tutor'],
  [Access.Enterprise]: ['enterprise'],
  [Access.BackOffice]: ['staff'],
};

test('every access of the contract is in the table', () => {
  expect(Object.keys(ALLOWED).sort()).toEqual(Object.values(Access).sort());
});

test.each(Object.entries(ALLOWED) as [Access, readonly string[]][])(
  'access %s is for %j, and for nobody else',
  (access, allowed) => {
    const passed = Object.entries(CALLERS).flatMap(([name, who]) => {
      try {
        checkAccess(access, who);
        return [name];
      } catch {
        return [];
      }
    });
    expect(passed.sort()).toEqual([...allowed].sort());
  },
);

type Refusals = Readonly<Record<string, readonly [number, string]>>;
const refuse = (reason: string, names: readonly string[]): Refusals =>
  Object.fromEntries(names.map((name) => [name, [403, reason]]));

/** Refusals of each access class by caller, visitors apart; callers that are not listed are admitted. */
const REFUSALS: Readonly<Record<Access, Refusals>> = {
  [Access.Public]: {},
  [Access.Member]: {},
  [Access.Learner]: refuse('wrong-role', [...MENTORS, 'enterprise']),
  [Access.Mentor]: refuse('wrong-role', [...LEARNERS, 'enterprise']),
  [Access.Provider]: {
    ...refuse('wrong-role', [...LEARNERS, 'enterprise']),
    ...refuse('provider-required', ['mentor', 'tutor']),
  },
  [Access.Homework]: {
    ...refuse('wrong-role', [...LEARNERS, 'enterprise']),
    ...refuse('homework-required', ['mentor', 'provider']),
  },
  [Access.Enterprise]: refuse('wrong-role', [...LEARNERS, ...MENTORS]),
  [Access.BackOffice]: refuse('wrong-role', ['learner', 'mentorAsLearner', ...MENTORS, 'enterprise']),
};

test.each(Object.entries(REFUSALS) as [Access, Refusals][])('access %s says why not', (access, expected) => {
  const found = Object.entries(CALLERS).flatMap(([name, who]) => {
    try {
      checkAccess(access, who);
      return [];
    } catch (error) {
      const { code, data } = error as ApiFailure;
      return [[name, [code, data.reason]]];
    }
  });
  const visitor = access === Access.Public ? {} : { visitor: [401, 'login-required'] };
  expect(Object.fromEntries(found)).toEqual({ ...visitor, ...expected });
});
