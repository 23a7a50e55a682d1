import { expect, it } from 'vitest';
import { FakeCollector } from '../../testing/collector.js';
import { Scenario } from '../../testing/scenario.js';
import { uploadQuality } from '../index.js';

it('an upload that begins when the conference is over has ended, and leaves nothing', async () => {
  const scenario = new Scenario();
  const ticket = { url: 'wss://server.example/rtc/ws', qoeUpUrl: '/rtc/qoe', confrId: 'LC1', memName: 'org#app_alice' };
  const body = { error: 0, confrId: 'LC1', type: 10, roleToken: 'R', ticket: JSON.stringify(ticket) };
  scenario.platform.http.on('POST', '/req/ticket', { body });
  const collector = new FakeCollector(scenario.platform);
  const conference = await scenario.join();
  void conference.leave();
  await scenario.advance(3_000);
  const upload = uploadQuality(conference, { token: 'token' });
  await scenario.advance(60_000);
  expect([upload.getSnapshot().state, collector.sockets.length]).toEqual(['stopped', 0]);
  expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
});
