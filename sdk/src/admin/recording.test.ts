import { expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { startRecording } from './index.js';

async function setUp() {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] },
  });
  const subscribing = conference.subscribe('ST9');
  await scenario.advance();
  await subscribing;
  const { server } = scenario.platform;
  server.received.length = 0;
  const ops = () =>
    server.received
      .filter(({ op }) => op === Op.Record || op === Op.Terminate || op === Op.Init)
      .map(({ op, rtcId, flag }) => [op, rtcId, flag].filter((part) => part !== undefined).join(' '));
  return { scenario, conference, server, ops };
}

it('starts with flag 1 and stops with flag 0', async () => {
  const { conference, ops } = await setUp();
  const recording = await startRecording(conference, 'ST9');
  await recording.stop();
  await recording.stop();
  expect(ops()).toEqual(['500 RTC0 1', '500 RTC0 0']);
});

it('stops before the connection does, and goes on with the next one', async () => {
  const { scenario, conference, server, ops } = await setUp();
  await startRecording(conference, 'ST9');
  server.push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST9', 'bob', { sver: 2 }) });
  await scenario.advance(1_000);
  expect(ops()).toEqual(['500 RTC0 1', '500 RTC0 0', '107 RTC0', '102 RTC2', '500 RTC2 1']);
});

it('ends with the stream, and when the conference is left, before the connection', async () => {
  const { scenario, conference, ops } = await setUp();
  await startRecording(conference, 'ST9');
  const left = conference.leave();
  await scenario.advance(500);
  await left;
  expect(ops()).toEqual(['500 RTC0 1', '500 RTC0 0', '107 RTC0']);
});

it('needs a stream that is connected here, and a server that records', async () => {
  const { conference, server, ops } = await setUp();
  await expect(startRecording(conference, 'ST1')).rejects.toMatchObject({ reason: 'invalid-argument' });
  server.on(Op.Record, () => ({ result: -700, msg: 'no space' }));
  await expect(startRecording(conference, 'ST9')).rejects.toThrow('no space');
  expect(ops()).toEqual(['500 RTC0 1']);
});

it('does not go on at the server when it was given up before the answer', async () => {
  const { conference, server, scenario, ops } = await setUp();
  server.on(Op.Record, () => undefined);
  const controller = new AbortController();
  const starting = startRecording(conference, 'ST9', { signal: controller.signal });
  const rejected = expect(starting).rejects.toMatchObject({ reason: 'aborted' });
  controller.abort();
  await rejected;
  await scenario.advance();
  expect(ops()).toEqual(['500 RTC0 1', '500 RTC0 0']);
});

it('tells when it can not go on with the next connection', async () => {
  const { scenario, conference, server } = await setUp();
  await startRecording(conference, 'ST9');
  const told: string[] = [];
  conference.on('error', ({ message }) => told.push(message));
  server.on(Op.Record, ({ flag }) => (flag === 1 ? { result: -700, msg: 'no space' } : { result: 0 }));
  server.push({ op: Op.StreamPublished, memId: 'bob', pubS: fakeStream('ST9', 'bob', { sver: 2 }) });
  await scenario.advance(1_000);
  expect(told).toEqual([expect.stringContaining('no space')]);
});
