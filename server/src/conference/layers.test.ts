import { Capability, Op, ServerCode } from '@lectern/rtc/protocol';
import { expect, test } from 'vitest';
import { Bench } from '../testing/conference.js';

const res = { caps: [Capability.Layers] };

test('what a subscriber needs of a picture reaches the engine, and what is wrong changes nothing', () => {
  const bench = new Bench();
  const [alice, bob, carol] = [bench.enter('alice', { res }), bench.enter('bob'), bench.enter('carol')];
  const streamId = bench.publish(bob);
  bench.subscribe(alice, streamId, 'SUB');
  bench.subscribe(carol, streamId, 'SUB');
  expect(bench.frame(alice, { op: Op.PictureNeed, rtcId: 'SUB', h: 180, pin: 1, tsxId: 'N' })).toMatchObject({
    result: 0,
  });
  expect(bench.of('need')).toMatchObject([{ need: { height: 180, isPreferred: true } }]);
  bench.frame(alice, { op: Op.PictureNeed, rtcId: 'SUB', tsxId: 'N' });
  expect(bench.of('need')).toMatchObject([{ need: { isPreferred: false } }]);
  expect(bench.of('need')[0]?.need.height).toBeUndefined();
  for (const wrong of [{ rtcId: 'other' }, { rtcId: 'SUB', h: -1 }, { rtcId: 'SUB', h: 20_000 }, {}]) {
    const answer = bench.frame(alice, { op: Op.PictureNeed, tsxId: 'N', ...wrong });
    expect(answer).toMatchObject({ result: ServerCode.BadParameters });
    expect(bench.of('need')).toEqual([]);
  }
  const refused = bench.frame(carol, { op: Op.PictureNeed, rtcId: 'SUB', tsxId: 'N' });
  expect(refused).toMatchObject({ result: ServerCode.OperationUnsupported });
});
