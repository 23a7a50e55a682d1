import { describe, expect, test } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { createTimings } from './timings.js';

describe('the timings of a client', () => {
  test('are those of the specification unless chosen', () => {
    expect(createTimings({ enterTimeoutMs: 5_000 })).toEqual({
      reconnectDelayMs: 3_000,
      reconnectAttempts: 13,
      enterTimeoutMs: 5_000,
      connectionCheckIntervalMs: 1_000,
      syncIntervalMs: 30_000,
      iceRebuildLimit: 3,
      iceRebuildDelayMs: 500,
      iceTimeoutMs: 20_000,
    });
  });

  test.each([
    [{ enterTimeoutMs: 999 }, 'enterTimeoutMs must be a whole number from 1000 to 300000, not 999'],
    [{ syncIntervalMs: 60_001 }, 'syncIntervalMs must be a whole number from 1000 to 60000, not 60001'],
    [{ iceRebuildLimit: 1.5 }, 'iceRebuildLimit must be a whole number from 0 to 1000, not 1.5'],
    [{ reconnectDelayMs: Number.NaN }, 'reconnectDelayMs must be a whole number from 100 to 600000, not NaN'],
    [{ iceRebuilds: 3 }, 'there is no timing "iceRebuilds"'],
    [{ toString: 3 }, 'there is no timing "toString"'],
  ])('are refused out of range or unknown: %o', (wanted: object, message) => {
    expect(() => createTimings(wanted)).toThrow(expect.objectContaining({ message, reason: 'invalid-argument' }));
  });

  test('end an enter that is not answered', async () => {
    const scenario = new Scenario({ timings: createTimings({ enterTimeoutMs: 2_000 }) });
    scenario.platform.server.on(Op.Enter, () => undefined);
    const joining = expect(scenario.join()).rejects.toMatchObject({ cause: { code: -9527 } });
    await scenario.advance(2_000);
    await joining;
  });

  test('ask for what was missed', async () => {
    const { scenario } = await Scenario.joined({ timings: createTimings({ syncIntervalMs: 4_000 }) });
    await scenario.advance(12_000);
    expect(scenario.platform.server.messages(Op.Sync)).toHaveLength(3);
  });

  test('look for a socket that closed unnoticed', async () => {
    const timings = createTimings({ connectionCheckIntervalMs: 5_000 });
    const { scenario, conference } = await Scenario.joined({ timings });
    scenario.platform.sockets.latest.readyState = 3;
    await scenario.advance(4_999);
    expect(conference.state.getSnapshot().signalling).toBe('connected');
    await scenario.advance(1);
    expect(conference.state.getSnapshot().signalling).not.toBe('connected');
  });

  test('reconnect more often, or give up sooner', async () => {
    const { scenario, conference } = await Scenario.joined({
      timings: createTimings({ reconnectAttempts: 3, reconnectDelayMs: 1_000 }),
    });
    const { sockets } = scenario.platform;
    sockets.behaviour = 'refuse';
    sockets.latest.serverClose(1006);
    await scenario.advance(500);
    expect(sockets.all).toHaveLength(2);
    await scenario.advance(1_000);
    expect(sockets.all).toHaveLength(3);
    expect(conference.state.getSnapshot().exit).toBeUndefined();
    await scenario.advance(1_000);
    expect(sockets.all).toHaveLength(4);
    expect(conference.state.getSnapshot().exit).toMatchObject({ reason: 4, code: -95270 });
  });

  test('rebuild a stream as often, and wait as long', async () => {
    const timings = createTimings({ iceRebuildLimit: 1, iceRebuildDelayMs: 2_000, iceTimeoutMs: 3_000 });
    const { scenario, conference } = await Scenario.joined({
      enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST bob', 'bob')] },
      timings,
    });
    const { platform } = scenario;
    await Promise.all([conference.subscribe('ST bob'), scenario.advance()]);
    const offers = (): number => platform.server.messages(Op.Init).length;
    const failures: unknown[] = [];
    conference.on('linkFailed', (_stream, error) => failures.push(error.code));
    platform.peers.latest.setIce('failed');
    scenario.answersOffers = false;
    await scenario.advance(1_999);
    expect(offers()).toBe(1);
    await scenario.advance(1);
    expect(offers()).toBe(2);
    await scenario.advance(2_999);
    expect(failures).toEqual([]);
    await scenario.advance(1);
    expect(failures).toEqual([-203]);
  });
});
