import { Op } from '@lectern/rtc/protocol';
import { expect, it } from 'vitest';
import { MediaRelay, SignallingProxy, throughRelay } from '../../impairment/index.js';
import { eventually, ServerProcess } from '../../support/index.js';
import { Classroom, streamOf } from '../classroom.js';
import type { Perception } from '../commands.js';
import { everybodyPerceivesEverybody, stopsPerceiving } from '../growth.js';
import type { HeadlessParticipant } from '../headless-participant.js';

const SIGNS = {
  sound: ({ audio }: Perception): number => audio?.windows ?? 0,
  picture: ({ video }: Perception): number => video?.readable ?? 0,
};

/** Waits for new media of each publisher. */
const receives = async (
  sign: keyof typeof SIGNS,
  receiver: HeadlessParticipant,
  publishers: readonly HeadlessParticipant[],
): Promise<void> => {
  const count = (all: readonly Perception[], { name }: HeadlessParticipant): number =>
    all.filter(({ from }) => from === name).reduce((sum, perception) => sum + SIGNS[sign](perception), 0);
  const before = await receiver.tell('perceive');
  await eventually(
    `${receiver.name} having ${sign} of all others`,
    () => receiver.tell('perceive'),
    (now) => publishers.every((publisher) => count(now, publisher) > count(before, publisher)),
  );
};

it('media of all streams are back by an ICE restart of two connections after the network of a member with shared connections changed', async () => {
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
    let answers = 0;
    proxy.rewrite((frame) => {
      const { op, trsId } = frame.message ?? {};
      if (op === Op.Answer && trsId !== undefined) answers += 1;
      return frame;
    });
    proxy.sourceAddress = '127.0.0.2';
    proxy.cut('reset');
    // Packets that were on their way have arrived, so that the next frame has come through the new network.
    for (const other of others) {
      await stopsPerceiving(ann, other, 'frames');
      await stopsPerceiving(other, ann, 'frames');
    }
    const back = (sign: keyof typeof SIGNS): Promise<void[]> =>
      Promise.all([receives(sign, ann, others), ...others.map((other) => receives(sign, other, [ann]))]);
    const all = Promise.all([back('sound'), back('picture')]);
    await ann.tell('setOnline', { online: true });
    await all;

    // One offer for each of the two connections, and no stream was published again.
    expect(answers).toBe(2);
    for (const other of others) expect(await streamOf(other, ann)).toMatchObject({ version: 1 });
  } finally {
    await classroom.close();
    await proxy.close();
    await before.close();
    await after.close();
    await server.close();
  }
});
