import { expect, test } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';

async function subscribed(caps: string[]) {
  const { scenario, conference } = await Scenario.joined({
    streams: { simulcast: true },
    enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')], caps: caps as never },
  });
  const subscribing = conference.subscribe('ST9');
  await scenario.advance();
  const stream = await subscribing;
  const needs = () => scenario.platform.server.messages(Op.PictureNeed).map(({ rtcId, h, pin }) => ({ rtcId, h, pin }));
  return { scenario, stream, needs };
}

test('the quality that the application sets reaches the server, each change once', async () => {
  const { scenario, stream, needs } = await subscribed(['fast', 'layers']);
  expect(needs()).toEqual([]);
  stream.setVideoQuality({ height: 180.4 });
  stream.setVideoQuality({ height: 180 });
  stream.setVideoQuality({ height: 0, isPinned: true });
  stream.setVideoQuality({});
  await scenario.advance();
  const [first] = needs();
  expect(needs().map(({ h, pin }) => [h, pin])).toEqual([
    [180, undefined],
    [0, 1],
    [undefined, undefined],
  ]);
  expect(first?.rtcId).toBeTypeOf('string');
  expect(() => stream.setVideoQuality({ height: Number.NaN })).toThrow('height must be');
});

test('a server without the capability is told nothing', async () => {
  const { scenario, stream, needs } = await subscribed(['fast']);
  stream.setVideoQuality({ height: 180 });
  await scenario.advance();
  expect(needs()).toEqual([]);
});
