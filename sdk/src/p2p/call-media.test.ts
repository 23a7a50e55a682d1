import { describe, expect, it } from 'vitest';
import { deferred } from '../core/abort.js';
import { fakeMediaStream, FakeTrack } from '../testing/media.js';
import { CALLEE, CALLER, Line, ringing, twoInCall, type Device } from '../testing/line.js';
import type { P2pMediaOptions } from './types.js';

describe('that was made without a kind', () => {
  const sent = ({ scenario }: Device) =>
    scenario.platform.peers.latest.transceivers.filter(({ sent }) => sent !== undefined).map(({ kind }) => kind);
  const talk = async (calling: P2pMediaOptions, accepting: P2pMediaOptions = {}) => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const bob = await line.enter('B', CALLEE);
    await alice.call.call(calling);
    await line.run();
    await bob.call.main?.accept(accepting);
    await line.run();
    return { line, alice, bob };
  };

  it('is published again with it when the caller unmutes it, and needs no other call', async () => {
    const { line, alice, bob } = await talk({ video: false });
    expect([sent(alice), bob.call.main?.snapshot.remoteVideoMuted]).toEqual([['audio'], true]);
    await alice.call.main?.setMuted('video', false);
    await line.run(100);
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
    expect([sent(alice), bob.call.main?.snapshot.remoteVideoMuted]).toEqual([['audio', 'video'], false]);
    expect(alice.said.filter((op) => op === '102')).toHaveLength(2);
    expect([alice.heard, bob.heard]).toEqual([[], ['offered main']]);
    await alice.call.main?.hangUp();
    expect(alice.scenario.platform.devices.live).toHaveLength(0);
  });

  it('is asked for again by the callee', async () => {
    const { line, alice, bob } = await talk({}, { video: false });
    expect(alice.call.main?.snapshot.remoteVideoMuted).toBe(true);
    await bob.call.main?.setMuted('video', false);
    await line.run(500);
    expect(bob.said).toContain('107 -20');
    expect([alice.link, bob.link]).toEqual(['linked', 'linked']);
    expect([sent(bob), alice.call.main?.snapshot.remoteVideoMuted]).toEqual([['audio', 'video'], false]);
  });

  it('offers anew while it rings', async () => {
    const line = new Line();
    const alice = await line.enter('A', CALLER);
    const bob = await line.enter('B', CALLEE);
    const stream = await alice.call.call({ audio: false });
    await line.run();
    await stream.setMuted('audio', false);
    await line.run();
    await bob.call.main?.accept();
    await line.run();
    expect([alice.link, bob.link, sent(alice)]).toEqual(['linked', 'linked', ['audio', 'video']]);
  });

  it('is accepted with what its acceptance says, whatever is unmuted meanwhile', async () => {
    const { line, alice, bob } = await ringing();
    const answering = bob.call.main?.accept({ video: false });
    await bob.call.main?.setMuted('video', false);
    await answering;
    await line.run(500);
    expect([alice.link, bob.link, bob.call.main?.snapshot.videoMuted]).toEqual(['linked', 'linked', true]);
    await bob.call.main?.setMuted('video', false);
    await line.run(500);
    expect(sent(bob)).toEqual(['audio', 'video']);
  });

  it('goes on as it was when the device can not be opened', async () => {
    const { line, alice } = await talk({ audio: false });
    const said = alice.said.length;
    alice.scenario.platform.devices.failWith('NotAllowedError');
    await expect(alice.call.main?.setMuted('audio', false)).rejects.toMatchObject({
      code: -203,
      errorType: 'aoff_fail',
    });
    await line.run(500);
    expect([alice.call.main?.snapshot.audioMuted, alice.said.length, alice.link]).toEqual([true, said, 'linked']);
  });

  it('opens it once for two wishes, and stops it with the call, but not the media that was lent', async () => {
    const lent = new FakeTrack('audio');
    const media = fakeMediaStream([lent as unknown as MediaStreamTrack]);
    const { line, alice } = await talk({ media, keepMedia: true });
    const { main } = alice.call;
    await Promise.all([main?.setMuted('video', false), main?.setMuted('video', false)]);
    await line.run(100);
    expect(alice.scenario.platform.devices.live.map(({ kind }) => kind)).toEqual(['video']);
    await main?.hangUp();
    expect([alice.scenario.platform.devices.live.length, lent.readyState]).toEqual([0, 'live']);
  });

  it('stops the camera that comes after the end', async () => {
    const { line, alice } = await talk({ video: false });
    const opening = deferred<void>();
    alice.scenario.platform.devices.gate = opening.promise;
    const rejected = expect(alice.call.main?.setMuted('video', false)).rejects.toMatchObject({ reason: 'closed' });
    await alice.call.main?.hangUp();
    await rejected;
    opening.resolve();
    await line.run();
    expect(alice.scenario.platform.devices.live).toHaveLength(0);
  });
});

describe('a call', () => {
  it('changes its camera and its processor without another offer', async () => {
    const { line, alice } = await twoInCall();
    const { main } = alice.call;
    const sentVideo = () => alice.scenario.platform.peers.latest.transceivers[1]?.sender.track;
    const said = alice.said.filter((op) => op === '102').length;
    await main?.switchDevice('video', { deviceId: 'other' });
    expect(alice.scenario.platform.devices.requests.at(-1)).toEqual({ video: { deviceId: 'other' } });
    expect([sentVideo(), alice.scenario.platform.devices.live.length]).toEqual([main?.deviceTrack('video'), 2]);
    const blurred = new FakeTrack('video');
    await main?.setProcessor('video', () => blurred as unknown as MediaStreamTrack);
    expect(sentVideo()).toBe(blurred);
    await main?.switchDevice('video', { deviceId: 'camera' });
    expect([sentVideo(), main?.deviceTrack('video') === (blurred as unknown)]).toEqual([blurred, false]);
    await line.run(500);
    expect(alice.said.filter((op) => op === '102')).toHaveLength(said);
  });

  it('has statistics while it is connected', async () => {
    const { alice } = await twoInCall();
    const { main } = alice.call;
    expect(await main?.stats()).toBeDefined();
    await main?.hangUp();
    expect(await main?.stats()).toBeUndefined();
  });
});
