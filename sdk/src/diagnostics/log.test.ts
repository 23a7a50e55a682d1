import { expect, it, vi } from 'vitest';
import type { Conference } from '../conference/types.js';
import { LecternError } from '../core/errors.js';
import { FakeClock } from '../testing/index.js';
import { DiagnosticLog, LogLevel } from './index.js';

/** The parts of a conference that the log uses. */
function fakeConference(id: string) {
  const listeners = new Map<string, Set<(...details: unknown[]) => void>>();
  const on = (event: string, listener: (...details: unknown[]) => void) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    return () => void listeners.get(event)?.delete(listener);
  };
  const state = { getSnapshot: () => ({ id, state: 'joined' }), subscribe: () => () => undefined };
  return {
    conference: { on, state } as unknown as Conference,
    emit: (event: string, ...details: unknown[]) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(...details);
    },
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

it('keeps the logs of the last two conferences, and what was said outside of any', () => {
  const clock = new FakeClock(0);
  const log = new DiagnosticLog({ clock });
  log.write(LogLevel.Info, 'started');
  for (const id of ['LC1', 'LC2', 'LC3']) {
    const { conference, emit, listening } = fakeConference(id);
    log.watch(conference);
    emit('networkWeak', { id: 'ST1' });
    emit('left', { reason: 0 });
    expect(listening()).toBe(0);
  }
  const logs = log.logs();
  expect(logs.map(({ conferenceId }) => conferenceId)).toEqual([undefined, 'LC2', 'LC3']);
  expect(logs[2]?.entries.map(({ level, message }) => [level, message])).toEqual([
    [LogLevel.Info, 'joined'],
    [LogLevel.Warn, 'networkWeak'],
    [LogLevel.Info, 'left'],
  ]);
  expect(log.text()).toContain('# conference LC3, since 1970-01-01T00:00:00.000Z');
  expect(log.text()).toContain('1970-01-01T00:00:00.000Z WARN networkWeak [{"id":"ST1"}]');
  log.clear();
  expect(log.logs().every(({ entries }) => entries.length === 0)).toBe(true);
});

it('goes on with the log of a conference that is watched again', () => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  const [first, second] = [fakeConference('LC1'), fakeConference('LC2')];
  log.watch(first.conference);
  // Imitates frameworks that run effects twice.
  log.watch(second.conference)();
  log.watch(second.conference);
  second.emit('muted');
  log.watch(first.conference);
  const logs = log.logs().map(({ conferenceId, entries }) => [conferenceId, entries.length]);
  expect(logs).toEqual([
    [undefined, 0],
    ['LC2', 3],
    ['LC1', 2],
  ]);
});

it('adds what is written to the log of the conference that is watched, and to none when it is over', () => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  const { conference, emit } = fakeConference('LC1');
  log.watch(conference);
  log.write(LogLevel.Info, 'in class');
  emit('left', { reason: 0 });
  log.write(LogLevel.Info, 'after class');
  const messages = log.logs().map(({ entries }) => entries.map(({ message }) => message));
  expect(messages).toEqual([['after class'], ['joined', 'in class', 'left']]);
});

it('keeps little of what is large', () => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  const nodes: Record<string, unknown>[] = Array.from({ length: 10 }, () => ({}));
  for (const node of nodes) for (const [index, other] of nodes.entries()) node[`n${index}`] = other;
  log.write(LogLevel.Info, 'a graph', nodes);
  log.write(LogLevel.Info, 'a picture', { pic: `data:image/png;base64,${'A+'.repeat(500_000)}` });
  log.write(LogLevel.Info, 'x'.repeat(1_000_000));
  expect(log.text().length).toBeLessThan(100_000);
});

it('says of a result that nobody knows that it is unknown', () => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  const { conference, emit } = fakeConference('LC1');
  log.watch(conference);
  emit('responseFailed', 205, -408, 'late');
  emit('responseFailed', 205, -4711, 'what');
  const messages = log.logs()[1]?.entries.map(({ message }) => message);
  expect(messages).toEqual(['joined', 'responseFailed', 'responseFailed: unknown code -4711']);
});

it('keeps what matters, the newest of it, and says how much was left out', () => {
  const onEntry = vi.fn<() => void>();
  const log = new DiagnosticLog({ level: LogLevel.Warn, maxEntries: 2, onEntry, clock: new FakeClock(0) });
  log.write(LogLevel.Info, 'no');
  log.level = LogLevel.Trace;
  for (const message of ['a', 'b', 'c']) log.write(LogLevel.Trace, message);
  expect(log.logs()[0]).toMatchObject({ dropped: 1, entries: [{ message: 'b' }, { message: 'c' }] });
  expect(log.text()).toContain('1 older entries left out');
  expect(onEntry).toHaveBeenCalledTimes(3);
  expect(() => new DiagnosticLog({ maxEntries: 0 })).toThrow(LecternError);
});

it('hears of a conference no more once nobody wants it to', () => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  const { conference, emit, listening } = fakeConference('LC1');
  const stop = log.watch(conference);
  expect(listening()).toBeGreaterThan(15);
  stop();
  emit('streamAdded', {});
  expect(listening()).toBe(0);
  expect(log.logs()[1]?.entries).toHaveLength(1);
});

const SIGNED = 'eyJjb25mcklkIjoiTEMxIiwibWVtTmFtZSI6ImEifQ.Bl_aK_f4S5aunOfYKMbfdcMXnleZ4zWx1O70';

it.each([
  ['a ticket', { ticket: '{"url":"wss://x","sig":"abc"}' }],
  ['a token', { token: 'YWMt-abc' }],
  ['an access token in an address', 'wss://host/rtc/qoe/x?memName=a&access_token=YWMt-abc&ts=1'],
  ['a role token deep inside', [{ cause: { roleToken: 'YWMt-abc' } }]],
  ['a password', { room: { password: 'YWMt-abc' } }],
  ['a password in JSON text', 'sent {"password":"YWMt-abc","room":"a"}'],
  ['a password in escaped JSON text', 'sent {\\"password\\":\\"YWMt-abc\\",\\"room\\":1}'],
  ['a credential', { iceServers: [{ urls: 'turn:x', username: 'a', credential: 'YWMt-abc' }] }],
  ['a relay configuration', { rtcCfg: 'YWMt-abc' }],
  ['a session', { sessId: 'YWMt-abc', sessionId: 'YWMt-abc' }],
  ['a header', 'Authorization: Bearer YWMt-abc'],
  ['a header by itself', 'Bearer YWMt-abc failed'],
  ['the key of an upload', `wss://host/rtc/qoe/${SIGNED}`],
  ['ICE credentials', 'a=ice-ufrag:YWMt-abc\r\na=ice-pwd:YWMt-abc'],
  ['an error', new LecternError('no: token=YWMt-abc', { reason: 'refused', cause: { token: 'YWMt-abc' } })],
])('masks %s', (_what, details) => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  log.write(LogLevel.Error, 'failed', details);
  if (typeof details === 'string') log.write(LogLevel.Error, details);
  const text = log.text();
  expect(text).not.toContain('YWMt-abc');
  expect(text).not.toContain('abc"');
  expect(text).not.toContain(SIGNED);
  expect(text).toContain('***');
});

it('leaves alone what is no secret, and survives what is no plain data', () => {
  const log = new DiagnosticLog({ clock: new FakeClock(0) });
  const circular: Record<string, unknown> = { streamId: 'ST1', big: 1n, call: () => 1, none: null };
  circular['self'] = circular;
  log.write(LogLevel.Info, 'the tokens of the game were 3, bitrate: 500', circular);
  expect(log.text()).toContain('the tokens of the game were 3, bitrate: 500 {"streamId":"ST1"');
});
