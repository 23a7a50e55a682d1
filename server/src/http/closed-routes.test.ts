import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/harness.js';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ DEMO: 'off', METRICS_TOKEN: 'a token for the metrics of tests' });
});
afterAll(() => test.server.close());

/** Every route of the application: method and path with its parameters, read from the printed tree. */
function routes(): readonly (readonly [method: string, path: string])[] {
  const parents: string[] = [];
  return test.server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] = /^(.*?)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parents.length = depth;
      parents.push(segment);
      return methods.split(', ').map((method) => [method, parents.join('')] as const);
    })
    .filter(([method]) => !['', 'HEAD', 'OPTIONS'].includes(method));
}

/** Routes that anybody may call, with the reason. */
const PUBLIC: Readonly<Record<string, string>> = {
  'GET /livez': 'says that the process runs',
  'GET /healthz': 'says that parts work, and nothing else',
  'GET /easemob/server.json': 'the addresses of the server, which clients look up first',
  'GET /ws': 'the greeting of the chat transport',
  'GET /ws/info': 'the abilities of the chat transport',
  'GET /operator/v1/openapi.json': 'the description of the operator API',
  'GET /live/:confrId/:liveId/:file': 'live outputs, whose addresses nobody can guess',
};

const MEMBER = { uid: 'lectern#demo_ann', token: 'forged' };
const ROLE = { roleToken: 'forged' };
/** Requests of the right form and without any right, for routes that look at the form first. */
const FORGED: Readonly<Record<string, unknown>> = {
  'POST /easemob/rtc/req/ticket': { ...MEMBER, confrId: 'LC1', password: '', role: 3, terminal: {} },
  'POST /easemob/rtc/select/confr': { ...MEMBER, confrId: 'LC1', password: '', terminal: {} },
  'POST /easemob/rtc/recordings/link': { ...MEMBER, recordingId: 'R1' },
  'POST /easemob/rtc/role/degrade': { ...ROLE, uids: ['ann'], role: 1 },
  'POST /easemob/rtc/chanage/roles': { ...ROLE, uids: ['ann'], role: 7 },
  'POST /easemob/rtc/confr/attrs/update': { ...ROLE, cattrs: [] },
  'POST /easemob/rtc/kick/member': { ...ROLE, uids: ['ann'] },
  'POST /easemob/rtc/disband/conference': ROLE,
  'DELETE /easemob/rtc/delete/live': { ...ROLE, liveId: 'L1' },
  'POST /easemob/rtc/livecfg': { ...ROLE, liveCfg: {} },
  'POST /easemob/rtc/live/layout': { ...ROLE, liveId: 'L1', regions: [] },
  'POST /:org/:app/users': { username: 'mallory', password: 'secret1' },
  'POST /:org/:app/token': { grant_type: 'password', username: 'ann', password: 'guessed' },
  'POST /:org/:app/conferences/room': { memName: MEMBER.uid, token: MEMBER.token, roomName: 'room', password: 'pw' },
};

it('every route but the public ones refuses who has no credentials, or forged ones', async () => {
  const found = routes();
  const names = found.map(([method, path]) => `${method} ${path}`);
  // A row of a table without a route would hide that it was renamed.
  expect([...Object.keys(PUBLIC), ...Object.keys(FORGED)].filter((name) => !names.includes(name))).toEqual([]);
  expect(found.length).toBeGreaterThan(60);
  const open: string[] = [];
  for (const [method, path] of found) {
    const name = `${method} ${path}`;
    if (PUBLIC[name] !== undefined) continue;
    const address = path.replace(':org', 'lectern').replace(':app', 'demo').replaceAll(/:\w+/g, 'somebody');
    const answer = await fetch(test.url + address, {
      method,
      ...(method !== 'GET' && {
        body: JSON.stringify(FORGED[name] ?? {}),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await answer.text();
    const { error = 0 } = JSON.parse(text) as { readonly error?: unknown };
    // A complaint about the form of a request says nothing of who may send it.
    const isRefused = error !== 0 && !text.includes('Invalid input');
    if (!isRefused) open.push(`${answer.status} ${name} ${text.slice(0, 200)}`);
  }
  expect(open).toEqual([]);
});
