import { Access, ACTIONS, ResultCode, type AnyAction, type FailureReason } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { attempt } from '../testing/money.js';
import {
  LEARNER_CASES,
  LISTS,
  LIVE_CASES,
  MENTOR_CASES,
  namesIn,
  PUBLIC_NAMES,
  AuthorizationFixtures,
  type Case,
  type Person,
} from '../testing/authorization/index.js';

// Every request field that refers to a resource of a member needs a row in testing/authorization/learners.ts,
// mentors.ts or lives.ts: a request that would succeed if the caller owned the resource. Fields that refer to public or ownerless
// things are listed in public.ts with the reason.

const CASES = [...LEARNER_CASES, ...MENTOR_CASES, ...LIVE_CASES];

let fixtures: AuthorizationFixtures;
beforeAll(async () => {
  fixtures = await AuthorizationFixtures.found();
});
afterAll(() => fixtures.world.close());

const nameOf = ({ path }: AnyAction, field: string): string => `${path} ${field}`;

const REFUSALS: Readonly<Record<string, unknown>> = {
  unknown: { code: ResultCode.Invalid, data: { reason: 'invalid' } },
  'left-out': { code: ResultCode.Ok },
};

describe('what belongs to somebody', () => {
  test.each(CASES.map((one) => [one.action.path, one.field, one] as const))(
    '%s refuses the %s of somebody else, and takes the owner’s',
    async (_path, _field, { action, owner, body, refusal, mark, isFramed = false }: Case) => {
      const [hers, other] = owner === 'learner' ? [fixtures.alice, fixtures.bob] : [fixtures.mia, fixtures.max];
      const asked = await body(fixtures, hers, other);
      const before = await fixtures.changes();
      const strange = await fixtures.world.call(action, asked, other);
      expect(strange).toMatchObject(REFUSALS[refusal] ?? { data: { reason: refusal } });
      expect(await fixtures.changes()).toEqual(before);

      const granted = await fixtures.world.call(action, isFramed ? await body(fixtures, hers, hers) : asked, hers);
      expect(granted).toMatchObject({ code: ResultCode.Ok });
      if (mark === undefined) return;
      expect(JSON.stringify(granted)).toContain(mark);
      expect(JSON.stringify(strange)).not.toContain(mark);
    },
  );

  test('is in the table for every field of every action that names something', () => {
    // The back office sees everything; a test below shows that nobody else can call its actions.
    const names = ACTIONS.filter(({ access }) => access !== Access.BackOffice).flatMap((action) =>
      namesIn(z.toJSONSchema(action.request, { io: 'input', unrepresentable: 'any' })).map((field) =>
        nameOf(action, field),
      ),
    );
    const known = new Set([
      ...CASES.map(({ action, field }) => nameOf(action, field)),
      ...PUBLIC_NAMES.flatMap(([action, fields]) => Object.keys(fields).map((field) => nameOf(action, field))),
    ]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

test.each(LISTS.map((one) => [one.action.path, one] as const))(
  '%s tells what is the caller’s, and nothing of anybody else',
  async (_path, { action, owner, body, make }) => {
    const [hers, other] = owner === 'learner' ? [fixtures.alice, fixtures.bob] : [fixtures.mia, fixtures.max];
    const mark = await make(fixtures, hers);
    expect(JSON.stringify(await fixtures.world.call(action, body, hers))).toContain(mark);
    const strange = await fixtures.world.call(action, body, other);
    expect(strange).toMatchObject({ code: ResultCode.Ok });
    expect(JSON.stringify(strange)).not.toContain(mark);
  },
);

type Refused = readonly (readonly [Person, FailureReason])[];
const wrongRole = (...people: readonly Person[]): Refused => people.map((person) => [person, 'wrong-role']);

/** Members whom an access class refuses: one of each kind. */
const REFUSED: Readonly<Record<Access, (from: AuthorizationFixtures) => Refused>> = {
  [Access.Public]: () => [],
  [Access.Member]: () => [],
  [Access.Learner]: ({ mia, assistant, company }) => wrongRole(mia, assistant, company),
  [Access.Mentor]: ({ alice, company }) => wrongRole(alice, company),
  [Access.Provider]: ({ alice, company, assistant }) => [
    ...wrongRole(alice, company),
    [assistant, 'provider-required'],
  ],
  [Access.Homework]: ({ alice, company, mia }) => [...wrongRole(alice, company), [mia, 'homework-required']],
  [Access.Enterprise]: ({ alice, mia, assistant }) => wrongRole(alice, mia, assistant),
  [Access.BackOffice]: ({ alice, mia, assistant, company }) => wrongRole(alice, mia, assistant, company),
};
/** Access classes that admit every logged-in member. */
const OPEN: readonly Access[] = [Access.Public, Access.Member];

test('every access of the contract that is not open to all members refuses some of them', () => {
  const closed = Object.values(Access).filter((access) => !OPEN.includes(access));
  expect(closed.filter((access) => (REFUSED[access]?.(fixtures) ?? []).length < 2)).toEqual([]);
});

test.each(ACTIONS.filter(({ access }) => !OPEN.includes(access)).map((action) => [action.path, action] as const))(
  '%s is not for members of another kind',
  async (_path, action) => {
    const before = await fixtures.changes();
    for (const [person, reason] of REFUSED[action.access](fixtures)) {
      const answer = await fixtures.world.call(action, { id: '1', client_token: attempt() }, person);
      expect(answer).toMatchObject({ code: ResultCode.Forbidden, data: { reason } });
    }
    expect(await fixtures.changes()).toEqual(before);
  },
);
