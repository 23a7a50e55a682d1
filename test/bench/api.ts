import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../support/index.js';
import type { BenchResult } from './result.js';
import { median, quietRounds } from './statistics.js';

const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
/** Budgets of the design for the 95th percentile of response times, in ms. */
const BUDGETS = { list: 60, detail: 30 } as const;
/** Time of the control on an idle machine, in ms. A slower control scales the budgets of the API accordingly. */
const CONTROL_MS = 1;
const SHARE = 0.95;

type Who = 'visitor' | 'learner' | 'mentor' | 'office';

interface Ask {
  readonly group: keyof typeof BUDGETS;
  readonly who: Who;
  readonly path: string;
  readonly body: object;
}

interface Answer {
  readonly ms: number;
  readonly bytes: number;
  readonly data: unknown;
}

async function post(url: string, body: object, token = ''): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: token }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const ms = performance.now() - started;
  return { ms, bytes: text.length, data: JSON.parse(text) };
}

/** Calls the API. @throws when it refuses, because refusals are fast and would distort the result */
async function ask<Data>(origin: string, path: string, body: object, token?: string): Promise<Answer & { data: Data }> {
  const answer = await post(`${origin}/api/${path}`, body, token);
  const { code, data } = answer.data as { readonly code: number; readonly data: Data };
  if (code !== 1) throw new Error(`${path} answered ${JSON.stringify(answer.data)}`);
  return { ...answer, data };
}

async function tokensOf(origin: string): Promise<Readonly<Record<Who, string>>> {
  const { data } = await ask<{
    demo_accounts: { usertype: number; is_staff: boolean; email: string; password: string }[];
  }>(origin, 'Index/config', {});
  const logIn = async (usertype: number, isStaff: boolean): Promise<string> => {
    const account = data.demo_accounts.find((one) => one.usertype === usertype && one.is_staff === isStaff);
    if (account === undefined) throw new Error('the demo has no such account');
    const { email, password } = account;
    return (await ask<{ token: string }>(origin, 'Login/email_login', { email, password })).data.token;
  };
  return { visitor: '', learner: await logIn(1, false), mentor: await logIn(2, false), office: await logIn(1, true) };
}

/** The most frequent requests of the screens, for objects of the seed data. */
async function asksOf(origin: string, tokens: Readonly<Record<Who, string>>): Promise<readonly Ask[]> {
  const page = { page: 1 };
  const courses = await ask<{ list: { id: string; mentor: { id: string } }[] }>(origin, 'Course/list', page);
  const orders = await ask<{ list: { order_no: string }[] }>(origin, 'Order/list', page, tokens.learner);
  const course = courses.data.list[0]!;
  const list = (who: Who, path: string, body: object = page): Ask => ({ group: 'list', who, path, body });
  const detail = (who: Who, path: string, body: object): Ask => ({ group: 'detail', who, path, body });
  const { id } = course;
  return [
    ...[list('visitor', 'Index/home', {}), list('learner', 'Index/home', {}), list('visitor', 'Course/list')],
    ...[
      list('learner', 'Course/list', { ...page, sort: 'rating' }),
      list('visitor', 'Index/search', { query: '設計' }),
    ],
    ...[list('visitor', 'Mentor/list'), list('visitor', 'Course/review_list', { id, ...page })],
    ...[list('learner', 'Course/my_list', { tab: 'learning', ...page }), list('learner', 'Order/list')],
    ...[list('learner', 'Wallet/list', { scope: 'user', ...page }), list('learner', 'Message/list')],
    ...[list('mentor', 'CourseManage/list'), list('mentor', 'Studio/buyers')],
    ...[list('office', 'Admin/member_list'), list('office', 'Admin/audit_log')],
    ...[detail('visitor', 'Course/info', { id }), detail('learner', 'Course/info', { id })],
    ...[detail('visitor', 'Course/outline', { id }), detail('visitor', 'Mentor/info', { id: course.mentor.id })],
    ...[detail('learner', 'Member/member_info', {}), detail('learner', 'Wallet/info', { scope: 'user' })],
    ...orders.data.list.slice(0, 1).map(({ order_no }) => detail('learner', 'Order/info', { order_no })),
  ];
}

/** A round of one question: our answer, and the control's of as many bytes, next to each other. */
interface Pair {
  readonly ours: number;
  readonly control: number;
}

const percentile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * SHARE) - 1] ?? Number.NaN;

/** Measures the response times of the API on the seeded database. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await ServerProcess.start({ program: 'marketplace' });
  try {
    return await measure(server, 'database of the demo');
  } finally {
    await server.close();
  }
};

/**
 * Measures the response times of a server against a control that returns as many bytes without computing them; `what`
 * describes the content of the server's database.
 */
export async function measure(server: ServerProcess, what: string): Promise<BenchResult[]> {
  const control = fork(fileURLToPath(new URL('../bench/http-echo.mjs', import.meta.url)));
  try {
    const [port] = (await once(control, 'message')) as [number];
    const tokens = await tokensOf(server.url);
    const asks = await asksOf(server.url, tokens);
    const pairs = asks.map((): Pair[] => []);
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      for (const [index, { path, body, who }] of asks.entries()) {
        const ours = await ask(server.url, path, body, tokens[who]);
        const bare = await post(`http://127.0.0.1:${port}/`, { bytes: ours.bytes });
        if (round >= WARM_UP_ROUNDS) pairs[index]!.push({ ours: ours.ms, control: bare.ms });
      }
    }
    return (Object.keys(BUDGETS) as (keyof typeof BUDGETS)[]).map((group) => {
      const measured = asks
        .map((one, index) => ({ ...one, quiet: quietRounds(pairs[index]!) }))
        .filter((one) => one.group === group)
        .map(({ path, who, quiet }) => {
          const controls = quiet.map((pair) => pair.control);
          return { name: `${path} (${who})`, p95: percentile(quiet.map(({ ours }) => ours)), bare: median(controls) };
        })
        .toSorted((one, other) => other.p95 / other.bare - one.p95 / one.bare);
      const slowest = measured[0]!;
      return {
        name: `API, a ${group}: 95 of 100 answers within`,
        value: `${slowest.p95.toFixed(1)} ms, ${(slowest.p95 / slowest.bare).toFixed(1)} × the control`,
        budget: `≤ ${BUDGETS[group]} ms, or ${BUDGETS[group] / CONTROL_MS} × a control that takes longer than ${CONTROL_MS} ms`,
        isMet: slowest.p95 <= BUDGETS[group] * Math.max(1, slowest.bare / CONTROL_MS),
        note:
          `the slowest of ${measured.length}: ${slowest.name}; the median of all ` +
          `${median(measured.map(({ p95 }) => p95)).toFixed(1)} ms; the control answers as many bytes without looking ` +
          `anything up (${slowest.bare.toFixed(1)} ms); ${what}, one question at a time, quiet rounds of ${ROUNDS}`,
      };
    });
  } finally {
    control.kill();
  }
}
