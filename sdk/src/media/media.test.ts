import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../testing/clock.js';
import { FakeElement, FakeMediaPort, fakeMediaStream } from '../testing/media.js';
import { openUserMedia } from './capture.js';
import { DeviceList } from './devices.js';
import { Playback } from './playback.js';

describe('openUserMedia', () => {
  it.each([
    ['no kind', {}, 'pubS null or stream not open'],
    ['no devices at all', { audio: true }, 'getUserMedia error: not have input device'],
  ])('refuses %s', async (_, constraints, specMessage) => {
    await expect(openUserMedia(undefined, constraints)).rejects.toMatchObject({ specMessage });
  });

  it('stops what comes after the abort', async () => {
    const port = new FakeMediaPort();
    const controller = new AbortController();
    const opening = openUserMedia(port, { video: true }, controller.signal);
    controller.abort();
    await expect(opening).rejects.toMatchObject({ reason: 'aborted' });
    expect([port.opened.length, port.live.length]).toEqual([1, 0]);
  });
});

describe('DeviceList', () => {
  it('lists by kind, follows plugging, and keeps the object when nothing changed', async () => {
    const port = new FakeMediaPort();
    const list = new DeviceList(port, new FakeClock());
    await list.refresh();
    await expect(list.refresh({ signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' });
    const first = list.state.getSnapshot();
    expect(first).toMatchObject({
      cameras: [{ deviceId: 'camera' }],
      microphones: [{ deviceId: 'microphone' }],
      speakers: [{ deviceId: 'speaker' }],
      permission: 'granted',
    });
    await list.refresh();
    expect(list.state.getSnapshot()).toBe(first);
    port.setDevices([{ kind: 'videoinput', id: 'usb' }]);
    await settle();
    expect(list.state.getSnapshot()).toMatchObject({ cameras: [{ deviceId: 'usb' }], microphones: [] });
    list.close();
    expect(port.listenerCount).toBe(0);
  });

  it('knows no permission without labels, and leaves out devices without id', async () => {
    const port = new FakeMediaPort();
    const list = new DeviceList(port, new FakeClock());
    port.setDevices([
      { kind: 'videoinput', id: '', label: '' },
      { kind: 'audioinput', id: 'm', label: '' },
    ]);
    await settle();
    expect(list.state.getSnapshot()).toMatchObject({ cameras: [], permission: 'unknown' });
  });

  it('reads the labels 300 ms after media was opened', async () => {
    const [port, clock] = [new FakeMediaPort(), new FakeClock()];
    const list = new DeviceList(port, clock);
    list.noteCapture('granted');
    await clock.advance(299);
    expect(list.state.getSnapshot().cameras).toHaveLength(0);
    await clock.advance(1);
    expect(list.state.getSnapshot().cameras).toHaveLength(1);
  });

  it('is empty on a platform without devices', async () => {
    const list = new DeviceList(undefined, new FakeClock());
    await list.refresh();
    list.close();
    expect(list.state.getSnapshot().permission).toBe('unknown');
  });
});

describe('Playback', () => {
  const setUp = () => {
    const blocked: boolean[] = [];
    const [one, two] = [new FakeElement(), new FakeElement()];
    return { blocked, one, two, playback: new Playback((isBlocked) => blocked.push(isBlocked)) };
  };
  const media = fakeMediaStream([]);

  it('only counts NotAllowedError as blocked, once for all elements', async () => {
    const { blocked, one, two, playback } = setUp();
    one.refusal = 'AbortError';
    playback.attach(one.asElement, 'A', media, false);
    await settle();
    expect(blocked).toEqual([]);
    one.refusal = two.refusal = 'NotAllowedError';
    playback.attach(one.asElement, 'A', media, false);
    playback.attach(two.asElement, 'B', media, false);
    await settle();
    expect(blocked).toEqual([true]);
    one.refusal = undefined;
    await playback.resume();
    expect(blocked).toEqual([true]);
    two.refusal = undefined;
    await playback.resume();
    expect(blocked).toEqual([true, false]);
  });

  it('a blocked element that is detached is blocked no more', async () => {
    const { blocked, one, playback } = setUp();
    one.refusal = 'NotAllowedError';
    const detach = playback.attach(one.asElement, 'A', media, false);
    detach();
    await settle();
    expect(blocked).toEqual([]);
    playback.attach(one.asElement, 'A', media, false);
    await settle();
    playback.release('A');
    expect([blocked, one.srcObject]).toEqual([[true, false], null]);
  });

  it('an element shows only what was attached last', () => {
    const { one, playback } = setUp();
    const other = fakeMediaStream([]);
    const first = playback.attach(one.asElement, 'A', media, false);
    playback.attach(one.asElement, 'B', other, false);
    playback.update('A', media);
    first();
    expect(one.srcObject).toBe(other);
  });
});
