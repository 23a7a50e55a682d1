import { Op } from '@lectern/rtc/protocol';
import { expect, it } from 'vitest';
import { MediaRelay, SignallingProxy, throughRelay } from '../../impairment/index.js';
import { eventually, WAIT_LIMIT_MS } from '../../support/eventually.js';
import { ServerProcess } from '../../support/index.js';
import { Classroom } from '../classroom.js';
import type { Perception } from '../commands.js';
import { everybodyPerceivesEverybody, stopsPerceiving } from '../growth.js';
import type { HeadlessParticipant } from '../headless-participant.js';

/** Longest time from the end of the handshakes until media of all streams flow, in ms. */
const BUDGET_MS = 250;
/** Further time for a picture: a keyframe is asked for, taken at the camera's 15 pictures a second, and decoded, in ms. */
const KEYFRAME_MS = 250;

const SIGNS = {
  sound: ({ audio }: Perception): number => audio?.windows ?? 0,
  picture: ({ video }: Perception): number => video?.readable ?? 0,
};

/** Waits for new media of each publisher, and gives the time at which all had come. */
const timeOf = async (
  sign: keyof typeof SIGNS,
  receiver: HeadlessParticipant,
  publishers: readonly HeadlessParticipant[],
): Promise<number> => {
  const count = (all: readonly Perception[], { name }: HeadlessParticipant): number =>
    all.filter(({ from }) => from === name).reduce((sum, perception) => sum + SIGNS[sign](perception), 0);
  const before = await receiver.tell('perceive');
  await eventually(
    `${receiver.name} having ${sign} of all others`,
    () => receiver.tell('perceive'),
    (now) => publishers.every((publisher) => count(now, publisher) > count(before, publisher)),
    WAIT_LIMIT_MS,
    5,
  );
  return performance.now();
};

it('media of all streams are back at once after the network of a member with shared connections changed', async () => {
  const server = await ServerProcess.start();
  const classroom = new Classroom(server.url);
  const proxy = await SignallingProxy.start(server.url);
  const [before, after] = [new MediaRelay({ seed: 5 }), new MediaRelay({ seed: 6 })];
  try {
    const old = proxy.rewrite(throughRelay(before));
    const ann = await classroom.enter('ann', { serverUrl: proxy.url, isShared: true });
    const others = [
      await classroom.enter('ben', { isShared: true }),
      await classroom.enter('cai'),
      await classroom.enter('dov'),
    ];
    await everybodyPerceivesEverybody([ann, ...others]);

    await ann.tell('setOnline', { online: false });
    before.startOutage();
    old.remove();
    proxy.rewrite(throughRelay(after));
    const answers: number[] = [];
    proxy.rewrite((frame) => {
      const { op, trsId } = frame.message ?? {};
      if (op === Op.Answer && trsId !== undefined) answers.push(performance.now());
      return frame;
    });
    proxy.sourceAddress = '127.0.0.2';
    proxy.cut('reset');
    // Packets that were on their way have arrived, so that the next frame has come through the new network.
    for (const other of others) {
      await stopsPerceiving(ann, other, 'frames');
      await stopsPerceiving(other, ann, 'frames');
    }
    const back = (sign: keyof typeof SIGNS): Promise<number[]> =>
      Promise.all([timeOf(sign, ann, others), ...others.map((other) => timeOf(sign, other, [ann]))]);
    const all = Promise.all([back('sound'), back('picture')]);
    await ann.tell('setOnline', { online: true });
    const [sound, picture] = await all;

    // One answer for each of the two connections ends the handshakes.
    expect(answers).toHaveLength(2);
    const since = (times: readonly number[]): number => Math.max(...times) - Math.max(...answers);
    expect(since(sound)).toBeLessThan(BUDGET_MS);
    expect(since(picture)).toBeLessThan(BUDGET_MS + KEYFRAME_MS);
  } finally {
    await classroom.close();
    await proxy.close();
    await before.close();
    await after.close();
    await server.close();
  }
});
