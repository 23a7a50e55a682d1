import { describe, expect, it } from 'vitest';
import { deferred } from '../core/abort.js';
import { fakeMediaStream, FakeTrack } from '../testing/media.js';
import { CALLEE, CALLER, Line, ringing, twoInCall, type Device } from '../testing/line.js';
import { OP_WRAPPED } from './wrapping.js';

describe('a call between two', () => {
  it('rings, is accepted, and carries media both ways', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const bob = await line.enter('B', CALLEE);
    expect([alice.call.isCaller, bob.call.isCaller]).toEqual([true, false]);
    await alice.call.call();
    await line.run();
    expect([bob.heard, bob.link, alice.link]).toEqual([['offered main'], 'ringing', 'calling']);
    await bob.call.main?.accept();
    await line.run();
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
    for (const { call } of [alice, bob]) {
      const { remoteMedia, localMedia } = call.main!.snapshot;
      expect(remoteMedia?.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
      expect(localMedia?.getTracks()).toHaveLength(2);
    }
    expect(alice.said).toContain('102');
    expect(bob.said).toContain('106');
  });

  it('reaches a callee who comes later', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    await alice.call.call();
    alice.scenario.platform.peers.latest.gather();
    await line.run();
    const bob = await line.enter('B', CALLEE);
    await line.run();
    expect(bob.heard).toEqual(['offered main']);
    await bob.call.main?.accept();
    await line.run();
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
    expect(bob.scenario.platform.peers.latest.remoteCandidates).toHaveLength(1);
  });

  it('belongs to the device that answers first; the others stop ringing', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const phone = await line.enter('B1', CALLEE);
    const laptop = await line.enter('B2', CALLEE);
    await alice.call.call();
    await line.run();
    await phone.call.main?.accept();
    await line.run();
    expect([alice.link, phone.link, laptop.link]).toEqual(['linked', 'linked', undefined]);
    expect(laptop.heard).toEqual(['offered main', 'ended other-device']);
    expect(alice.said).toContain('107 10');
  });

  it('refuses a second answer with −554', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const phone = await line.enter('B1', CALLEE);
    const laptop = await line.enter('B2', CALLEE);
    await alice.call.call();
    await line.run();
    // Both accept at the same time.
    await Promise.all([phone.call.main?.accept(), laptop.call.main?.accept()]);
    await line.run();
    expect(alice.call.main?.snapshot.memberId).toBe('B1');
    expect(laptop.heard.at(-1)).toBe('ended other-device');
    const answer = { op: 1001, result: -554, msg: 'Other device sub it. you no.' };
    expect(line.relayed.filter(({ to }) => to === 'B2').map(({ inner }) => inner)).toContainEqual(answer);
  });

  it('ends by the answer −554 alone, since the word that ends it may be lost', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const { server } = alice.scenario.platform;
    server.on(OP_WRAPPED, ({ tsxId = '', arg }) => {
      const { op } = JSON.parse(arg as string) as { op: number };
      const answer = JSON.stringify({ op: 1001, result: -554, msg: 'Other device call it. you no.' });
      if (op === 102) server.push({ op: OP_WRAPPED, memId: 'B', tsxId, arg: answer });
      return undefined;
    });
    await alice.call.call();
    await line.run();
    expect([alice.heard, alice.call.main]).toEqual([['ended other-device'], undefined]);
    expect(alice.scenario.platform.devices.live).toHaveLength(0);
  });

  it('refuses a call of another device while there is one', async () => {
    const line = new Line();
    const phone = await line.enter('A1', CALLER);
    const bob = await line.enter('B', CALLEE);
    await phone.call.call();
    await line.run();
    await bob.call.main?.accept();
    await line.run();
    const laptop = await line.enter('A2', CALLER);
    await laptop.call.call();
    await line.run();
    expect([phone.link, bob.link, laptop.link]).toEqual(['linked', 'linked', undefined]);
    expect(laptop.heard.at(-1)).toBe('ended other-device');
    const answer = { op: 1001, result: -554, msg: 'Other device call it. you no.' };
    expect(line.relayed.filter(({ to }) => to === 'A2').map(({ inner }) => inner)).toContainEqual(answer);
  });

  it('is declined for all devices of the user', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const phone = await line.enter('B1', CALLEE);
    const laptop = await line.enter('B2', CALLEE);
    await alice.call.call();
    await line.run();
    await phone.call.main?.decline();
    await line.run();
    expect(alice.heard).toEqual(['ended remote']);
    expect(laptop.heard).toEqual(['offered main', 'ended other-device']);
    expect(alice.scenario.platform.devices.live).toHaveLength(0);
  });

  it('ends for both when one hangs up, and can be made again', async () => {
    const { line, alice, bob } = await twoInCall();
    await bob.call.main?.hangUp();
    await line.run();
    expect([alice.heard, bob.heard]).toEqual([['ended remote'], ['offered main', 'ended hangup']]);
    expect(alice.scenario.platform.peers.open).toHaveLength(0);
    await bob.call.call();
    await line.run();
    await alice.call.main?.accept();
    await line.run();
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
  });

  it('becomes one call when both call at the same moment', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const bob = await line.enter('B', CALLEE);
    await Promise.all([alice.call.call(), bob.call.call()]);
    await line.run();
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
    expect([alice.call.main?.snapshot.isOutgoing, bob.call.main?.snapshot.isOutgoing]).toEqual([true, false]);
    expect(bob.scenario.platform.peers.open).toHaveLength(1);
  });

  it('tells the other side what is muted', async () => {
    const { line, alice, bob } = await twoInCall();
    await alice.call.main?.setMuted('video', true);
    await line.run();
    expect(bob.call.main?.snapshot).toMatchObject({ remoteVideoMuted: true, remoteAudioMuted: false });
    const track = alice.call.main!.snapshot.localMedia!.getTracks().find(({ kind }) => kind === 'video');
    expect(track?.enabled).toBe(false);
  });

  it('assumes success when nobody answers within 3000 ms', async () => {
    const { line, alice, bob } = await twoInCall();
    line.deaf.add('B');
    let isSettled = false;
    const muting = alice.call.main?.setMuted('audio', true).then(() => (isSettled = true));
    await line.run(2_999);
    await muting;
    expect([isSettled, alice.link]).toEqual([true, 'linked']);
    await line.run(1);
    expect([alice.heard, bob.heard]).toEqual([[], ['offered main']]);
  });

  it('is offered again by the caller when its media fails, and asked for by the callee', async () => {
    const { line, alice, bob } = await twoInCall();
    const before = alice.said.filter((op) => op === '102').length;
    bob.scenario.platform.peers.latest.setIce('failed');
    await line.run(500);
    expect(bob.said).toContain('107 -20');
    await line.run(500);
    expect(alice.said.filter((op) => op === '102')).toHaveLength(before + 1);
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
    expect(bob.heard).toEqual(['offered main']);
    expect(alice.said).not.toContain('107 -10');
  });

  it('gives up after three rebuilds', async () => {
    const { line, alice, bob } = await twoInCall();
    line.deaf.add('A').add('B');
    for (const device of [alice, bob]) device.scenario.platform.peers.connects = false;
    alice.scenario.platform.peers.latest.setIce('failed');
    for (let round = 0; round < 4; round += 1) {
      await line.run(500);
      const { peers } = alice.scenario.platform;
      if (peers.open.length > 0) peers.latest.setIce('failed');
    }
    expect(alice.heard.at(-1)).toBe('ended failed');
    expect(alice.scenario.platform.devices.live).toHaveLength(0);
  });

  it('ends when the other member leaves, and with the conference', async () => {
    const { line, alice, bob } = await twoInCall();
    alice.scenario.platform.server.push({ op: 301, memId: 'B', cver: 9 });
    await line.run();
    expect(alice.heard).toEqual(['ended left']);
    const leaving = bob.scenario.client.current.getSnapshot()?.leave();
    await line.run(500);
    await leaving;
    expect(bob.heard.at(-1)).toBe('ended closed');
    expect(bob.scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
  });

  describe('that is left while the camera opens', () => {
    const NOTHING = { timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 };
    const leave = async (line: Line, { scenario }: Device) => {
      const leaving = scenario.client.current.getSnapshot()?.leave();
      await line.run(500);
      await leaving;
    };

    it('rejects at once for who calls, and stops the camera that comes then', async () => {
      const line = new Line();
      const alice = await line.enter('A', CALLER);
      const opening = deferred<void>();
      alice.scenario.platform.devices.gate = opening.promise;
      const calling = alice.call.call();
      const rejected = expect(calling).rejects.toMatchObject({ reason: 'closed' });
      await leave(line, alice);
      await rejected;
      opening.resolve();
      await line.run();
      expect(alice.scenario.held).toEqual(NOTHING);
      await expect(alice.call.call()).rejects.toMatchObject({ reason: 'closed' });
    });

    it('rejects at once for who accepts', async () => {
      const line = new Line();
      const alice = await line.enter('A', CALLER);
      const bob = await line.enter('B', CALLEE);
      await alice.call.call();
      await line.run();
      const opening = deferred<void>();
      bob.scenario.platform.devices.gate = opening.promise;
      const rejected = expect(bob.call.main?.accept()).rejects.toMatchObject({ reason: 'closed' });
      await leave(line, bob);
      await rejected;
      opening.resolve();
      await line.run();
      expect(bob.scenario.held).toEqual(NOTHING);
    });
  });

  it('rejects for who accepts when the other side hangs up meanwhile', async () => {
    const { line, alice, bob } = await ringing();
    bob.scenario.platform.devices.gate = new Promise(() => undefined);
    const rejected = expect(bob.call.main?.accept()).rejects.toMatchObject({ reason: 'closed' });
    await alice.call.main?.hangUp();
    await line.run();
    await rejected;
    expect(bob.heard.at(-1)).toBe('ended remote');
  });

  it('is made once when it is called twice, with one camera', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const outcomes = await Promise.allSettled([alice.call.call(), alice.call.call()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(alice.scenario.platform.devices.live).toHaveLength(2);
  });

  it('shares a screen one way, once, until its track ends', async () => {
    const { line, alice, bob } = await twoInCall();
    const track = new FakeTrack('video', 'screen');
    const screen = await alice.call.share(fakeMediaStream([track as unknown as MediaStreamTrack]));
    await expect(
      alice.call.share(fakeMediaStream([new FakeTrack('video') as unknown as MediaStreamTrack])),
    ).rejects.toMatchObject({ specMessage: 'desktop stream has been published. not allow repeat publish.' });
    await line.run();
    expect(bob.heard).toEqual(['offered main', 'offered screen']);
    await bob.call.stream(screen.id)?.accept();
    await line.run();
    expect(bob.call.stream(screen.id)?.snapshot).toMatchObject({ link: 'linked', type: 1, isMain: false });
    track.end();
    await line.run();
    expect([bob.heard.at(-1), bob.link]).toEqual(['ended remote', 'linked']);
  });

  it('refuses a second call while there is one, and turning video off on Safari', async () => {
    const { alice } = await twoInCall();
    await expect(alice.call.call()).rejects.toMatchObject({
      specMessage: 'Audio and video stream has been published. not allow repeat publish.',
    });
    await alice.call.main?.setWanted({ audio: true, video: false });
    const line = new Line();
    const safari = await line.enter('A', CALLER, { limits: { keepsVideoInP2p: true } });
    const bob = await line.enter('B', CALLEE);
    await safari.call.call();
    await line.run();
    await bob.call.main?.accept();
    await line.run();
    await expect(safari.call.main?.setWanted({ audio: true, video: false })).rejects.toThrow('safari');
  });
});
