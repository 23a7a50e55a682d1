import { expect, test } from 'vitest';
import { FakeElement } from '../testing/media.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { setSpeaker } from './speaker.js';

async function setUp() {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob')], streams: [fakeStream('ST bob', 'bob')] },
  });
  const subscribing = conference.subscribe('ST bob');
  await scenario.advance();
  return { scenario, conference, stream: await subscribing };
}

test('a speaker plays what is attached, and what is attached later', async () => {
  const { conference, stream } = await setUp();
  const [first, later] = [new FakeElement(), new FakeElement()];
  stream.attach(first.asElement);
  await setSpeaker(conference, 'headphones');
  stream.attach(later.asElement);
  expect([first.sinkId, later.sinkId]).toEqual(['headphones', 'headphones']);
});

test('a speaker that is not there changes nothing', async () => {
  const { conference, stream } = await setUp();
  const [first, later] = [new FakeElement(), new FakeElement()];
  stream.attach(first.asElement);
  await setSpeaker(conference, 'headphones');
  await expect(setSpeaker(conference, 'gone')).rejects.toMatchObject({ reason: 'media' });
  stream.attach(later.asElement);
  expect([first.sinkId, later.sinkId]).toEqual(['headphones', 'headphones']);
});

test('a browser that lets no page choose is told from a speaker that is not there', async () => {
  const { scenario, conference } = await setUp();
  Object.assign(scenario.platform, { createAudioElement: undefined });
  await expect(setSpeaker(conference, 'headphones')).rejects.toMatchObject({ reason: 'unsupported' });
});
