import { expect, it } from 'vitest';
import { Op } from '../protocol/index.js';
import { fakeMember, fakeStream, Scenario } from '../testing/scenario.js';

async function both() {
  const enter = { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob')] };
  const { scenario, conference } = await Scenario.joined({ enter });
  const heard: string[] = [];
  conference.on('linkStateChanged', ({ id }, state, previous) => heard.push(`${id} ${previous} → ${state}`));
  conference.on('networkWeak', ({ id }) => heard.push(`${id} is weak`));
  for (const open of [() => conference.publish(), () => conference.subscribe('ST9')]) {
    const opening = open();
    await scenario.advance();
    await opening;
  }
  return { scenario, conference, heard };
}

it('a stream tells when its connection is weak, which the application hears 1000 ms later, and when it is back', async () => {
  const { scenario, conference, heard } = await both();
  heard.length = 0;
  const links = (): readonly string[] => conference.state.getSnapshot().streams.map(({ id, link }) => `${id} ${link}`);
  for (const peer of scenario.platform.peers.all) peer.setIce('disconnected');
  expect(heard.toSorted()).toEqual(['ST9 linked → weak', 'ST_RTC0 linked → weak']);
  expect(links()).toEqual(['ST9 weak', 'ST_RTC0 weak']);
  await scenario.advance(999);
  expect(heard).toHaveLength(2);
  await scenario.advance(1);
  expect(heard.slice(2).toSorted()).toEqual(['ST9 is weak', 'ST_RTC0 is weak']);
  for (const peer of scenario.platform.peers.all) peer.setIce('connected');
  expect(links()).toEqual(['ST9 linked', 'ST_RTC0 linked']);
});

it('an answer may come as op 104 as well', async () => {
  const { scenario, conference } = await Scenario.joined();
  scenario.answersOffers = false;
  const publishing = conference.publish();
  await scenario.advance();
  const { rtcId = '' } = scenario.platform.server.messages(Op.Init)[0]!;
  scenario.platform.server.push({ op: Op.Accept, rtcId, sdp: '{"type":"ANSWER","sdp":"v=0"}' });
  await scenario.advance();
  expect((await publishing).snapshot.link).toBe('linked');
});
