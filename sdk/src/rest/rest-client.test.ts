import { describe, expect, it } from 'vitest';
import { SDK_VERSION } from '../core/version.js';
import { FakePlatform } from '../testing/index.js';
import { parseAppKey, qualifyMemName } from './app-key.js';
import { RestClient, type RestClientOptions } from './rest-client.js';
import { readTicketAnswer } from './ticket.js';
import { registerUser, requestToken } from './users.js';

const appKey = parseAppKey('lectern#demo');
const ticket = { url: '/rtc/ws', confrId: 'LC1', memName: 'lectern#demo_alice', tktId: 'T1', type: 'CONFR' };
const TICKET_PATH = '/easemob/rtc/req/ticket';
const me = { memName: 'lectern#demo_alice', token: 'YT' };

function setUp(options: Partial<RestClientOptions> = {}): { platform: FakePlatform; rest: RestClient } {
  const platform = new FakePlatform();
  return { platform, rest: new RestClient({ platform, appKey, restUrl: 'https://rest.example/', ...options }) };
}

describe('parseAppKey', () => {
  it('takes org#app and says what is wrong otherwise', () => {
    expect(appKey).toEqual({ text: 'lectern#demo', org: 'lectern', app: 'demo' });
    expect(() => parseAppKey(undefined)).toThrow('in joinRoom appkey is not defined');
    expect(() => parseAppKey('')).toThrow('in joinRoom appkey is not defined');
    expect(() => parseAppKey('lectern')).toThrow('org#app');
    expect(() => parseAppKey('a#b#c')).toThrow('org#app');
  });

  it('qualifies plain names', () => {
    expect(qualifyMemName(appKey, 'alice')).toBe('lectern#demo_alice');
    expect(qualifyMemName(appKey, 'o#a_alice')).toBe('o#a_alice');
  });
});

describe('RestClient calls', () => {
  it('asks for a room with the config spread into the body', async () => {
    const { platform, rest } = setUp();
    platform.http.on('POST', '/lectern/demo/conferences/room', { body: { confrId: 'LC1', isCreator: true } });
    const answer = await rest.room({ ...me, roomName: 'r', password: 'p', config: { rec: true, password: 'x' } });
    expect(answer).toEqual({ confrId: 'LC1', isCreator: true });
    const [request] = platform.http.requests;
    expect(request?.headers['Content-Type']).toBe('application/json');
    expect(request?.url.href).toBe('https://rest.example/lectern/demo/conferences/room');
    expect(request?.body).toEqual({ rec: true, roomName: 'r', password: 'p', ...me });
  });

  it('asks for a ticket with terminal info and upper-case query names', async () => {
    const { platform, rest } = setUp({ region: 'eu' });
    const body = { error: 0, confrId: 'LC1', type: 10, role: 3, roleToken: 'RT', ticket: JSON.stringify(ticket) };
    platform.http.on('POST', TICKET_PATH, { body });
    const answer = await rest.joinTicket({ ...me, confrId: 'LC1', password: 'p', role: 3 });
    expect(answer).toEqual({ confrId: 'LC1', type: 10, role: 3, roleToken: 'RT', ticket });
    const [request] = platform.http.requests;
    expect(request?.url.search).toBe(`?_ct=${platform.clock.now()}&REGION=eu&CONFRID=LC1`);
    expect(request?.body).toEqual({
      uid: 'lectern#demo_alice',
      token: 'YT',
      confrId: 'LC1',
      password: 'p',
      role: 3,
      terminal: { browser: 'chrome', browserVersion: 120, version: SDK_VERSION, userAgent: 'Fake/1.0' },
    });
  });

  it('creates a conference; the ticket may be an object and type 0 is plain communication', async () => {
    const { platform, rest } = setUp();
    platform.http.on('POST', TICKET_PATH, { body: { error: 0, type: 0, ticket } });
    expect(await rest.createTicket({ ...me, confrType: 10, password: 'p', rec: true })).toEqual({
      confrId: 'LC1',
      type: 10,
      role: undefined,
      roleToken: undefined,
      ticket,
    });
    expect(platform.http.requests[0]?.body).toMatchObject({
      uid: me.memName,
      confrType: 10,
      password: 'p',
      rec: true,
      recMerge: false,
    });
    expect(platform.http.requests[0]?.url.search).not.toContain('CONFRID');
  });

  it('selects a conference', async () => {
    const { platform, rest } = setUp();
    platform.http.on('POST', '/easemob/rtc/select/confr', { body: { error: 0, type: 10 } });
    expect(await rest.selectConference({ ...me, confrId: 'LC1', password: 'p' })).toMatchObject({ type: 10 });
  });

  it('registers users and asks for tokens', async () => {
    const platform = new FakePlatform();
    platform.http
      .on('POST', '/lectern/demo/users', { body: { entities: [] } })
      .on('POST', '/lectern/demo/token', { body: { access_token: 'YT', expires_in: 60 } });
    const user = { platform, appKey: 'lectern#demo', restUrl: 'https://r.example', username: 'alice', password: 'p' };
    await registerUser({ ...user, nickName: 'Alice' });
    expect(await requestToken(user)).toEqual({ token: 'YT', expiresIn: 60, memName: 'lectern#demo_alice' });
    expect(platform.http.requests.map(({ body }) => body)).toEqual([
      { username: 'alice', password: 'p', nickname: 'Alice' },
      { grant_type: 'password', username: 'alice', password: 'p', timestamp: platform.clock.now() },
    ]);
    await expect(registerUser({ ...user, appKey: 'x' })).rejects.toMatchObject({ reason: 'invalid-argument' });
  });

  it('takes a relative restUrl from the page and refuses what is no URL', async () => {
    const { platform, rest } = setUp({ restUrl: '/' });
    platform.http.on('POST', '/conferences/room', { body: { confrId: 'LC1' } });
    await rest.room({ ...me, roomName: 'r', password: 'p' });
    expect(platform.http.requests[0]?.url.origin).toBe('https://page.example');
    expect(() => setUp({ restUrl: 'ftp://x' })).toThrow('restUrl "ftp://x" must be an http or https URL');
  });
});

describe('errors of spec §8', () => {
  const room = { ...me, roomName: 'r', password: 'p' };

  it.each([
    ['server_refuse', { body: { error: -508, errorMessage: 'password wrong' } }, 'refused', -508, 'password wrong'],
    ['server_refuse', { body: { error: -301, msg: 'not found' } }, 'refused', -301, 'not found'],
    [
      'http_error',
      { status: 401, body: { error: 'auth', error_description: 'bad token' } },
      'refused',
      401,
      'bad token',
    ],
    ['http_error', { status: 503, body: 'busy' }, 'network', 503, 'HTTP status 503'],
    ['http_error', { body: '<html>' }, 'protocol', undefined, 'no JSON object'],
    ['http_error', { body: '[1]' }, 'protocol', undefined, 'no JSON object'],
    ['http_error', 'fail' as const, 'network', undefined, 'can not be reached'],
  ])('%s of %o', async (errorType, answer, reason, code, message) => {
    const { platform, rest } = setUp();
    platform.http.on('POST', '/conferences/room', answer);
    const call = rest.room(room);
    await expect(call).rejects.toMatchObject({ name: 'LecternError', errorType, reason, code });
    await expect(call).rejects.toThrow(message);
    expect(platform.clock.pendingTimers).toBe(0);
  });

  it('times out with -408 after 15 s', async () => {
    const { platform, rest } = setUp();
    platform.http.on('POST', '/conferences/room', 'hang');
    const outcome = expect(rest.room(room)).rejects.toMatchObject({ reason: 'timeout', code: -408 });
    await platform.clock.advance(15_000);
    await outcome;
  });

  it('is aborted by its signal, before and during', async () => {
    const { platform, rest } = setUp();
    platform.http.on('POST', '/conferences/room', 'hang');
    const controller = new AbortController();
    const call = rest.room(room, controller.signal);
    await platform.clock.advance(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: 'aborted' });
    await expect(rest.room(room, controller.signal)).rejects.toMatchObject({ reason: 'aborted' });
    expect(platform.http.requests).toHaveLength(1);
    expect(platform.clock.pendingTimers).toBe(0);
  });

  it.each([9, 15, 99, '10', undefined])('refuses conference type %s', (type) => {
    expect(() => readTicketAnswer({ error: 0, confrId: 'LC1', type, ticket })).toThrow(
      expect.objectContaining({ specMessage: 'not support conf type' }) as Error,
    );
  });

  it.each([undefined, 'no json', '[]', { ...ticket, url: '' }, { url: '/x' }])('refuses the ticket %o', (value) => {
    expect(() => readTicketAnswer({ confrId: 'LC1', type: 10, ticket: value })).toThrow('no usable');
  });
});
