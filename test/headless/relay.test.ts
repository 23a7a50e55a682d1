import { expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { TurnRelay } from '../support/turn-relay.js';
import { Classroom } from './classroom.js';
import { everybodyPerceivesEverybody, stopsPerceiving } from './growth.js';

it.each(['udp', 'tcp'] as const)('a conference holds over a TURN relay alone, reached by %s', async (transport) => {
  const relay = await TurnRelay.start(transport);
  const server = await ServerProcess.start({ env: { ...relay.settings } });
  const classroom = new Classroom(server.url);
  try {
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    await eventually(
      'the relay telling of allocations for both',
      () => relay.log,
      (log) => log.includes('_ann>') && log.includes('_ben>') && /ALLOCATE processed, success/.test(log),
    );
    // All media goes through the relay: without it, audio and video stop.
    await relay.close();
    await stopsPerceiving(ben, ann, 'frames');
    await stopsPerceiving(ann, ben, 'tone');
    expect((await ann.tell('state')).signalling).toBe('connected');
  } finally {
    await classroom.close();
    await server.close();
    await relay.close();
  }
});
