// @vitest-environment node
import type { MemberInfo } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import { testMember } from '../testing/test-member.js';
import { accessOf, type Access } from './access.js';
import { routes, type RouteEntry } from '../lib/site-map.js';

const learner = testMember();
const applicant = testMember({ provider_check_status: 1 });
const bareMentor = testMember({ provider_check_status: 2, current_type: 2 });
const provider = testMember({ provider_check_status: 2, current_type: 2, is_provider: 1 });
const tutor = testMember({ provider_check_status: 2, current_type: 2, is_homework: 1 });
const company = testMember({ identity: 2 });
const staff = testMember({ is_staff: 1 });

const at = (path: string): RouteEntry => {
  const entry: RouteEntry | undefined = routes.find((one) => one.path === path);
  if (!entry) throw new Error(`no route ${path}`);
  return entry;
};

const granted: Access = { kind: 'granted' };
const notPermitted: Access = { kind: 'not-permitted' };
const refused = (lacks: Extract<Access, { kind: 'refused' }>['lacks']): Access => ({ kind: 'refused', lacks });

const CASES: readonly (readonly [string, MemberInfo, string, Access])[] = [
  ['a learner', learner, '/qianbao', granted],
  ['a mentor, who is a learner too', provider, '/qianbao', granted],
  ['an enterprise', company, '/qianbao', refused('personal')],
  ['an enterprise', company, '/q_info', granted],
  ['an enterprise', company, '/q_zhaopin_add', granted],
  ['a learner', learner, '/q_info', refused('enterprise')],
  ['a mentor', provider, '/q_huiyi_add', refused('enterprise')],
  ['a learner', learner, '/teacher', refused('mentor')],
  ['whoever applied', applicant, '/teacher', refused('mentor')],
  ['an enterprise', company, '/teacher', refused('mentor')],
  ['an approved mentor', bareMentor, '/teacher', granted],
  ['an approved mentor', bareMentor, '/t_qianbao', granted],
  ['a mentor who is no provider', bareMentor, '/t_kecheng', notPermitted],
  ['a mentor who is no provider', tutor, '/t_zhibo_add', notPermitted],
  ['a provider', provider, '/t_kecheng', granted],
  ['a provider', provider, '/t_kecheng_add', granted],
  ['a provider who answers no homework', provider, '/t_wen', notPermitted],
  ['a mentor who answers homework', tutor, '/t_wen', granted],
  ['a learner', learner, '/t_notpage1', granted],
  ['anybody', company, '/xiaoxi', granted],
  ['a member of the staff', staff, '/admin', granted],
  ['a learner', learner, '/admin', refused('staff')],
  ['a mentor', provider, '/admin', refused('staff')],
];

test.each(CASES)('%s: %o at %s', (_who, member, path, access) => {
  expect(accessOf(at(path), member)).toEqual(access);
});

test('every access that a route asks for is in the table, granted and refused', () => {
  const accessKey = ({ roles, needs }: RouteEntry): string => `${roles?.join('+') ?? 'members'} ${needs ?? ''}`;
  const asked = routes.filter(({ isPublic }) => !isPublic);
  const keysOf = (isGranted: boolean): ReadonlySet<string> =>
    new Set(
      CASES.filter(([, , , access]) => (access.kind === 'granted') === isGranted).map(([, , path]) =>
        accessKey(at(path)),
      ),
    );
  const lacking = (known: ReadonlySet<string>, entries: readonly RouteEntry[]): readonly string[] => [
    ...new Set(entries.map(accessKey).filter((key) => !known.has(key))),
  ];
  expect(lacking(keysOf(true), asked)).toEqual([]);
  // Routes without a required role or permission refuse no member.
  expect(
    lacking(
      keysOf(false),
      asked.filter(({ roles, needs }) => roles !== undefined || needs !== undefined),
    ),
  ).toEqual([]);
});
