import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { APP_KEY } from './classroom.js';
import { perceives, stopsPerceiving } from './growth.js';
import { HeadlessParticipant } from './headless-participant.js';

describe('a P2P call', () => {
  let server: ServerProcess;
  const closings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  afterAll(async () => {
    await server.close();
  });

  const start = async (name: string, sender: number): Promise<HeadlessParticipant> => {
    const participant = await HeadlessParticipant.start(name, sender);
    closings.push(() => participant.close());
    return participant;
  };

  const linkBecomes = (side: HeadlessParticipant, link: string | undefined): Promise<unknown> =>
    eventually(
      `${side.name} being ${link ?? 'without a call'}`,
      async () => (await side.tell('p2pState'))?.link,
      (now) => now === link,
    );

  const isTold = (side: HeadlessParticipant): Promise<unknown> =>
    eventually(
      `${side.name} being told that there is no picture`,
      () => side.tell('p2pState'),
      (state) => state?.remoteVideoMuted === true,
    );

  /** Ann has called Ben, who joined later and accepted. */
  const annAndBen = async (annUrl = server.url) => {
    const [ann, ben] = await Promise.all([start('ann', 1), start('ben', 2)]);
    const options = { serverUrl: annUrl, appKey: APP_KEY, callee: 'ben' };
    const { conferenceId } = await ann.tell('p2pEnter', options);
    await ann.tell('p2pCall');
    await ben.tell('p2pEnter', { serverUrl: server.url, appKey: APP_KEY, conferenceId });
    await linkBecomes(ben, 'ringing');
    await ben.tell('p2pAccept');
    await Promise.all([perceives(ann, ben), perceives(ben, ann)]);
    return { ann, ben, conferenceId };
  };

  const transports = async (): Promise<string | undefined> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return text.split('\n').find((line) => line.startsWith('lectern_media{what="transports"}'));
  };

  it('carries picture and sound both ways without the server', async () => {
    const { ann, ben } = await annAndBen();
    expect(await transports()).toMatch(/ 0$/);
    await ann.tell('p2pSetMuted', { kind: 'video', isMuted: true });
    await stopsPerceiving(ben, ann, 'frames');
    await isTold(ben);
    await ann.tell('p2pSetMuted', { kind: 'video', isMuted: false });
    await perceives(ben, ann);
    await ben.tell('p2pHangUp');
    await Promise.all([linkBecomes(ann, undefined), linkBecomes(ben, undefined)]);
    await eventually(
      'ann holding no connection',
      () => ann.tell('liveObjects'),
      ({ peerConnections }) => peerConnections === 0,
    );
  });

  it('goes on while signalling is cut, and can be muted and ended afterwards', async () => {
    const proxy = await SignallingProxy.start(server.url);
    closings.push(() => proxy.close());
    const { ann, ben } = await annAndBen(proxy.url);
    proxy.cut('reset');
    await perceives(ben, ann);
    await ann.tell('p2pSetMuted', { kind: 'video', isMuted: true });
    await isTold(ben);
    await ann.tell('p2pHangUp');
    await linkBecomes(ben, undefined);
  });

  it('lets nobody else in', async () => {
    const { conferenceId } = await annAndBen();
    const eve = await start('eve', 3);
    await expect(eve.tell('p2pEnter', { serverUrl: server.url, appKey: APP_KEY, conferenceId })).rejects.toThrow(
      'a call between two others',
    );
  });
});
