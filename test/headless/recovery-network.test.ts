import { Op } from '@lectern/rtc/protocol';
import { expect, it } from 'vitest';
import { byOp, MediaRelay, SignallingProxy, throughRelay } from '../impairment/index.js';
import { ServerProcess } from '../support/index.js';
import { Classroom, eventsOf, streamOf } from './classroom.js';
import { everybodyPerceivesEverybody } from './growth.js';

it.each([
  ['a connection for each stream', false],
  ['shared connections', true],
])(
  'a member whose network changed goes on from its new address, as the same member with the same stream: %s',
  async (_, isShared) => {
    const server = await ServerProcess.start();
    const classroom = new Classroom(server.url);
    const proxy = await SignallingProxy.start(server.url);
    const [before, after] = [new MediaRelay({ seed: 3 }), new MediaRelay({ seed: 4 })];
    try {
      const old = proxy.rewrite(throughRelay(before));
      const answers = proxy.observe(byOp(Op.Response, 'toClient'));
      const ann = await classroom.enter('ann', { serverUrl: proxy.url, isShared });
      const ben = await classroom.enter('ben');
      await everybodyPerceivesEverybody([ann, ben]);
      const { id } = (await streamOf(ben, ann)) ?? {};

      // The old network is dead for good, for signalling and for media; the new one has another address.
      before.startOutage();
      old.remove();
      proxy.rewrite(throughRelay(after));
      proxy.sourceAddress = '127.0.0.2';
      proxy.cut('reset');

      await everybodyPerceivesEverybody([ann, ben]);
      // Only a member with shared connections needs no new ones.
      if (isShared) expect((await ann.tell('liveObjects')).peerConnections).toBe(2);
      expect(after.counts.up.forwarded).toBeGreaterThan(0);
      const addresses = answers.frames.map(({ message }) => message?.['yourIp']).filter((ip) => ip !== undefined);
      expect([...new Set(addresses)]).toEqual(['127.0.0.1', '127.0.0.2']);
      expect((await streamOf(ben, ann))?.id).toBe(id);
      expect(await eventsOf(ben)).not.toContain('memberLeft');
      expect(await eventsOf(ben)).not.toContain('streamRemoved');
    } finally {
      await classroom.close();
      await proxy.close();
      await before.close();
      await after.close();
      await server.close();
    }
  },
);
