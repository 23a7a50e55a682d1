import { expect, test } from 'vitest';
import { ConferenceType } from '../protocol/index.js';
import { settle } from '../testing/clock.js';
import { talkingPhones } from '../testing/exchange.js';
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

test('an element that is attached while a speaker is being chosen plays on it', async () => {
  const { conference, stream } = await setUp();
  const slow = new FakeElement();
  let finish = (): void => undefined;
  slow.setSinkId = () => new Promise((resolve) => (finish = resolve));
  stream.attach(slow.asElement);
  const choosing = setSpeaker(conference, 'headphones');
  await settle();
  const later = new FakeElement();
  stream.attach(later.asElement);
  finish();
  await choosing;
  expect(later.sinkId).toBe('headphones');
});

test('all elements stay on the speaker before where one of them refuses the next', async () => {
  const { conference, stream } = await setUp();
  const [first, refusing, later] = [new FakeElement(), new FakeElement(), new FakeElement()];
  stream.attach(first.asElement);
  stream.attach(refusing.asElement);
  await setSpeaker(conference, 'headphones');
  const move = refusing.setSinkId.bind(refusing);
  refusing.setSinkId = (deviceId) => (deviceId === 'monitor' ? Promise.reject(new Error('fake')) : move(deviceId));
  await expect(setSpeaker(conference, 'monitor')).rejects.toMatchObject({ reason: 'media' });
  stream.attach(later.asElement);
  expect([first.sinkId, refusing.sinkId, later.sinkId]).toEqual(['headphones', 'headphones', 'headphones']);
});

test('the last of several choices wins', async () => {
  const { conference, stream } = await setUp();
  const element = new FakeElement();
  stream.attach(element.asElement);
  await Promise.all(['headphones', 'monitor', 'hall'].map((speaker) => setSpeaker(conference, speaker)));
  expect(element.sinkId).toBe('hall');
});

test('the mix plays on it', async () => {
  const scenario = new Scenario({ type: ConferenceType.CommunicationMix });
  scenario.answerSdp = 'v=0\r\naudio=sendrecv\r\n';
  const conference = await scenario.join();
  const publishing = conference.publish();
  await scenario.advance();
  await publishing;
  const element = new FakeElement();
  conference.mixedAudio!.attach(element.asElement);
  await setSpeaker(conference, 'headphones');
  expect(element.sinkId).toBe('headphones');
});

test('calls play on it, the next ones too', async () => {
  const { exchange, ann, call } = await talkingPhones();
  const [remote, later, detached] = [new FakeElement(), new FakeElement(), new FakeElement()];
  call.attach(remote.asElement);
  call.attach(detached.asElement)();
  await setSpeaker(ann.calls, 'headphones');
  call.attach(later.asElement);
  expect([remote.sinkId, later.sinkId, detached.sinkId]).toEqual(['headphones', 'headphones', '']);
  call.hangUp();
  await exchange.run();
  await setSpeaker(ann.calls, 'monitor');
  expect(remote.sinkId).toBe('headphones');
  const next = ann.call('ben');
  const element = new FakeElement();
  next.attach(element.asElement, 'local');
  await exchange.run(500);
  expect([element.sinkId, element.muted]).toEqual(['monitor', true]);
});
