import { expect, it } from 'vitest';
import { SignallingScenario } from '../testing/signalling.js';
import { OP_WRAPPED, Wrapping } from './wrapping.js';

it('what means nothing without a server ends here, as done; everything else is sent', async () => {
  const { platform, connection, server, clock } = await SignallingScenario.entered();
  const wrapping = new Wrapping(platform, connection, () => undefined);
  for (const message of [{ op: 205 }, { op: 206 }, { op: 303 }, { op: 107, endReason: -10 }]) {
    expect(await wrapping.send(message)).toMatchObject({ result: 0, isAssumed: true });
  }
  expect(server.messages(OP_WRAPPED)).toEqual([]);
  const asked = wrapping.send({ op: 107, rtcId: 'rtc-LC1', endReason: -20 }, 'bob');
  await clock.advance(3_000);
  expect(await asked).toMatchObject({ result: 0, isAssumed: true });
  expect(server.messages(OP_WRAPPED)).toMatchObject([
    { memId: 'bob', arg: '{"op":107,"rtcId":"rtc-LC1","endReason":-20}' },
  ]);
});
