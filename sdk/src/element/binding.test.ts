import { describe, expect, it, vi } from 'vitest';
import type { PointerSnapshot } from '../remote-control/index.js';
import { SnapshotStore } from '../core/snapshot.js';
import { Op } from '../protocol/index.js';
import { FakeElement, FakeTrack } from '../testing/media.js';
import { fakeMember, fakeStream, Scenario } from '../testing/scenario.js';
import { bindElement, bindingOf } from './binding.js';
import { ELEMENT_EVENTS, type ElementEvents, type ElementOptions } from './types.js';

/** The parts of a video element that work without a page. */
class FakeVideo extends FakeElement {
  readonly dataset: Record<string, string> = {};
  readonly heard: unknown[][] = [];
  playsInline = false;
  clientLeft = 0;
  clientTop = 0;
  clientWidth = 400;
  clientHeight = 200;
  readonly HAVE_CURRENT_DATA = 2;
  readyState = 0;
  videoWidth = 100;
  videoHeight = 100;
  readonly ownerDocument = { defaultView: null };

  dispatchEvent({ type, detail }: CustomEvent): boolean {
    this.heard.push([type, detail]);
    return true;
  }

  getBoundingClientRect() {
    return { left: 10, top: 20 };
  }

  get asVideo(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }
}

const pointer = (streamId: string, controlId = 'abc123'): PointerSnapshot => ({
  streamId,
  memberId: 'bob',
  controlId,
  state: 'controlling',
});

/** All events of a binding except state changes. */
const EVENTS = Object.keys(ELEMENT_EVENTS).filter((name) => !['stateChanged', 'soundChanged'].includes(name));

async function setUp(options: ElementOptions = {}) {
  const { scenario, conference } = await Scenario.joined();
  const { server } = scenario.platform;
  server.push({ op: 300, cver: 2, mem: fakeMember('bob') });
  server.push({ op: 302, cver: 3, memId: 'bob', pubS: fakeStream('S1', 'bob') });
  await scenario.advance();
  const video = new FakeVideo();
  const bind = (streamId: string) => {
    const binding = bindElement(video.asVideo, conference, streamId, options);
    const heard: unknown[][] = [];
    for (const name of EVENTS as (keyof ElementEvents)[]) {
      binding.on(name, (...args: unknown[]) => heard.push([name, ...args]));
    }
    return { binding, heard };
  };
  return { scenario, conference, server, video, bind };
}

/** Binds an element to Bob's subscribed stream. */
async function watching(options: ElementOptions = {}) {
  const room = await setUp(options);
  const bound = room.bind('S1');
  const subscribing = bound.binding.subscribe();
  await room.scenario.advance();
  const { peers } = room.scenario.platform;
  await Promise.race([subscribing, room.scenario.advance()]);
  return { ...room, ...bound, subscribing, peer: peers.open.at(-1)! };
}

describe('an element', () => {
  it('is told to subscribe, and shows the stream until it is hung up; it can be subscribed again', async () => {
    const { binding, video, subscribing, conference, scenario } = await watching();
    await subscribing;
    expect([binding.state, video.srcObject]).toEqual(['showing', conference.remoteStream('S1')?.mediaStream]);
    expect([video.playsInline, video.dataset['streamId'], bindingOf(video.asVideo)]).toEqual([true, 'S1', binding]);
    await binding.hangUp();
    expect([binding.state, video.srcObject, binding.stream?.closeReason]).toEqual(['waiting', null, 'UserHangup']);
    const again = binding.subscribe();
    await scenario.advance();
    await again;
    expect([binding.state, video.srcObject]).toEqual(['showing', conference.remoteStream('S1')?.mediaStream]);
  });

  it('follows a stream that the application subscribes by itself, and its end', async () => {
    const { bind, conference, scenario, server, video } = await setUp();
    const { binding } = bind('S1');
    expect(binding.state).toBe('waiting');
    const subscribing = conference.subscribe('S1');
    await scenario.advance();
    await subscribing;
    expect(binding.state).toBe('showing');
    server.push({ op: 303, cver: 4, memId: 'bob', pubSId: 'S1' });
    await scenario.advance();
    expect([binding.state, video.srcObject, binding.stream]).toEqual(['gone', null, undefined]);
  });

  it('tells of media that come, are muted, and are not wanted any more; its attributes say the same', async () => {
    const { binding, heard, subscribing, scenario, server, video } = await watching();
    await subscribing;
    const last = () => heard.filter(([name]) => name === 'mediaChanged').at(-1)?.[1];
    expect(last()).toMatchObject({ audio: true, video: true, mediaStream: video.srcObject });
    server.push({
      op: 400,
      cver: 4,
      memId: 'bob',
      pubS: fakeStream('S1', 'bob', { voff: 1 }),
      streamId: 'S1',
      voff: 1,
      aoff: 0,
    });
    await scenario.advance();
    expect([last(), video.dataset['videoMuted']]).toMatchObject([{ audio: true, video: false }, 'true']);
    const paused = binding.pauseAudio();
    await scenario.advance();
    await paused;
    expect([last(), video.dataset['audioMuted']]).toMatchObject([{ audio: false, video: false }, 'true']);
    expect(video.heard.filter(([type]) => type === 'lectern:mediachanged').at(-1)?.[1]).toEqual([last()]);
  });

  it('tells of its ICE states', async () => {
    const { heard, subscribing, video, peer, binding } = await watching();
    await subscribing;
    const states = () => heard.filter(([name]) => name === 'iceStateChanged').map(([, state]) => state);
    expect([states(), video.dataset['iceState']]).toEqual([['checking', 'connected'], 'connected']);
    peer.setIce('disconnected');
    expect(states().at(-1)).toBe('disconnected');
    peer.setIce('connected');
    expect(states().at(-1)).toBe('connected');
    await binding.hangUp();
    expect(states().at(-1)).toBe('new');
  });

  it('tells of codecs that can not be decoded here', async () => {
    const { heard, subscribing, server, scenario, conference } = await watching();
    await subscribing;
    const rtcId = server.received.find(({ subSId }) => subSId === 'S1')?.rtcId;
    server.push({ op: 107, ...(rtcId !== undefined && { rtcId }), endReason: 22 });
    await scenario.advance();
    expect(heard).toContainEqual(['codecUnsupported', conference.state.getSnapshot().streams[0]?.videoCodecs]);
  });

  it('shows one stream at a time, and is let go of when it is bound anew, closed, or the conference is left', async () => {
    const { bind, binding: first, subscribing, video, scenario, conference } = await watching();
    await subscribing;
    const publishing = conference.publish();
    await scenario.advance();
    const own = await publishing;
    const { binding: second } = bind(own.id);
    expect([first.state, second.state, video.srcObject, video.muted]).toEqual([
      'closed',
      'showing',
      own.mediaStream,
      true,
    ]);
    await expect(first.subscribe()).rejects.toMatchObject({ reason: 'closed' });
    expect(conference.remoteStream('S1')).toBeDefined();
    second.close();
    second.close();
    expect([video.srcObject, video.dataset, bindingOf(video.asVideo)]).toEqual([null, {}, undefined]);
    const { binding: third } = bind('S1');
    const leaving = conference.leave();
    await scenario.advance(1_000);
    await leaving;
    expect([third.state, video.srcObject]).toEqual(['closed', null]);
  });

  it('keeps to an own stream that the server knows by another id after it was published again', async () => {
    const { bind, conference, scenario, server, video } = await setUp();
    const publishing = conference.publish();
    await scenario.advance();
    const own = await publishing;
    const { binding } = bind(own.id);
    server.on(Op.Init, ({ rtcId = '', cctx = '' }) => {
      queueMicrotask(() => scenario.answer(rtcId, cctx));
      return { result: 0, streamId: 'NEW', sver: 1 };
    });
    const track = new FakeTrack('video') as unknown as MediaStreamTrack;
    const changing = own.setSource('video', {}, { track, republish: true });
    await scenario.advance(100);
    await changing;
    expect([own.id, binding.streamId, binding.state, video.srcObject]).toEqual([
      'NEW',
      'NEW',
      'showing',
      own.mediaStream,
    ]);
    expect(video.dataset['streamId']).toBe('NEW');
  });

  it('is refused for a conference that no client has joined', () => {
    expect(() => bindElement(new FakeVideo().asVideo, {} as never, 'S1')).toThrow('not a conference');
  });
});

describe('the sound of an element', () => {
  it('is measured while somebody listens and it is there', async () => {
    const closed: unknown[] = [];
    const measured: MediaStream[] = [];
    let tell: (level: never) => void = () => undefined;
    const createMeter = (media: MediaStream) => {
      measured.push(media);
      return {
        isTalking: true,
        on: (_: string, listener: never) => ((tell = listener), () => undefined),
        close: () => closed.push(media),
      };
    };
    const { binding, subscribing, conference, scenario } = await watching({ createMeter });
    await subscribing;
    expect(measured).toEqual([]);
    const heard = vi.fn();
    const stop = binding.on('soundChanged', heard);
    const stopToo = binding.on('soundChanged', heard);
    expect(measured).toEqual([conference.remoteStream('S1')?.mediaStream]);
    const level = { instant: 0.3, slow: 0.1, clip: 0 };
    tell(level as never);
    expect(heard).toHaveBeenCalledWith(level, true);
    stop();
    stop();
    expect(closed).toEqual([]);
    stopToo();
    expect(closed).toEqual(measured);
    binding.on('soundChanged', heard);
    await binding.hangUp();
    expect([measured.length, closed.length]).toEqual([2, 2]);
    const again = binding.subscribe();
    await scenario.advance();
    await again;
    expect(measured[2]).toBe(conference.remoteStream('S1')?.mediaStream);
    binding.close();
    expect(closed).toHaveLength(3);
  });
});

describe('an element is told to', () => {
  it('pause and resume: an own stream is muted, another one is not received', async () => {
    const { bind, binding, subscribing, conference, scenario } = await watching();
    await subscribing;
    const carryOut = async (call: Promise<void>): Promise<void> => {
      await scenario.advance();
      await call;
    };
    const wanted = () => conference.remoteStream('S1')?.snapshot.wanted;
    await carryOut(binding.pauseVideo());
    expect(wanted()).toEqual({ audio: true, video: false });
    await carryOut(binding.pauseAudio());
    await carryOut(binding.resumeVideo());
    expect(wanted()).toEqual({ audio: false, video: true });
    await carryOut(binding.resumeAudio());
    expect(wanted()).toEqual({ audio: true, video: true });

    const publishing = conference.publish();
    await scenario.advance();
    const own = await publishing;
    const { binding: mine } = bind(own.id);
    await carryOut(mine.pauseVideo());
    await carryOut(mine.pauseAudio());
    expect(own.snapshot).toMatchObject({ videoMuted: true, audioMuted: true });
    await carryOut(mine.resumeVideo());
    await carryOut(mine.resumeAudio());
    expect(own.snapshot).toMatchObject({ videoMuted: false, audioMuted: false });
    await expect(mine.subscribe()).rejects.toMatchObject({ reason: 'invalid-state' });
  });

  it('pause what is not subscribed: refused, and says what to do', async () => {
    const { bind } = await setUp();
    await expect(bind('S1').binding.pauseVideo()).rejects.toThrow('subscribe the stream first');
  });

  it('change the camera, its own or that of another member', async () => {
    const switchCamera = vi.fn(() => Promise.resolve());
    const remoteSwitch = vi.fn(() => Promise.resolve());
    const remote = { switchCamera: remoteSwitch, state: new SnapshotStore({ media: {}, pointers: {} }) } as never;
    const { bind, conference, scenario } = await setUp({ devices: { switchCamera }, remote });
    await bind('S1').binding.changeCamera();
    expect([remoteSwitch.mock.calls, switchCamera.mock.calls.length]).toEqual([[['S1', undefined]], 0]);
    const publishing = conference.publish();
    await scenario.advance();
    await bind((await publishing).id).binding.changeCamera();
    expect(switchCamera).toHaveBeenCalledOnce();
  });

  it('capture, freeze, zoom, switch the torch, focus and control, which go to the remote control', async () => {
    const calls: unknown[][] = [];
    const call =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        return Promise.resolve(name);
      };
    const names = ['capturePicture', 'freezeFrame', 'setTorch', 'zoom', 'focusAt', 'control'];
    const remote = {
      ...Object.fromEntries(names.map((name) => [name, call(name)])),
      state: new SnapshotStore({ media: {}, pointers: {} }),
      pointer: (id: string) => ({ stop: call(`stop ${id}`) }),
    } as never;
    const { bind } = await setUp({ remote });
    const { binding } = bind('S1');
    expect(await binding.capturePicture({ inAnswer: true })).toBe('capturePicture');
    await binding.freezeFrame(true);
    await binding.setTorch(true);
    await binding.zoom(2);
    // The image of 100 × 100 px is centred in 400 × 200 px.
    await binding.focusAt({ clientX: 10 + 150, clientY: 20 + 50 });
    await binding.focusAt({ x: 0.5, y: 0.5 });
    expect(await binding.startControl()).toBe('control');
    await binding.freeControl();
    expect(calls).toEqual([
      ['capturePicture', 'S1', { inAnswer: true }],
      ['freezeFrame', 'S1', true, undefined],
      ['setTorch', 'S1', true, undefined],
      ['zoom', 'S1', 2, undefined],
      ['focusAt', 'S1', { x: 0.25, y: 0.25, isMirrored: false }, undefined],
      ['focusAt', 'S1', { x: 0.5, y: 0.5 }, undefined],
      ['control', 'S1', undefined],
      ['stop S1'],
    ]);
    await expect(binding.focusAt({ clientX: 20, clientY: 30 })).rejects.toThrow('that place is beside the picture');
  });

  it('do what it was given nothing for: refused, and says what to do', async () => {
    const { bind, conference, scenario } = await setUp();
    const { binding } = bind('S1');
    await expect(binding.zoom(2)).rejects.toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining('`remote`'),
    });
    await binding.freeControl();
    expect(() => binding.takePicture()).toThrow('Not found base64 pic');
    const publishing = conference.publish();
    await scenario.advance();
    await expect(bind((await publishing).id).binding.changeCamera()).rejects.toThrow('`devices`');
  });
});

describe('the control of an element', () => {
  it('is told with its side, when it begins, is replaced and is freed', async () => {
    const remoteState = new SnapshotStore<{ media: object; pointers: Record<string, PointerSnapshot> }>({
      media: {},
      pointers: {},
    });
    const hostState = new SnapshotStore<{ pointers: readonly PointerSnapshot[] }>({ pointers: [] });
    const stop = vi.fn();
    const options = { remote: { state: remoteState }, host: { state: hostState, stop } } as unknown as ElementOptions;
    const { bind } = await setUp(options);
    const { binding, heard } = bind('S1');
    remoteState.set({ media: {}, pointers: { S1: { ...pointer('S1'), state: 'requesting' }, S2: pointer('S2') } });
    expect(heard).toEqual([]);
    remoteState.set({ media: {}, pointers: { S1: pointer('S1') } });
    remoteState.set({ media: {}, pointers: { S1: { ...pointer('S1'), state: 'ended' } } });
    expect(heard.splice(0)).toEqual([
      ['remoteControl', pointer('S1'), 'controller'],
      ['controlFreed', pointer('S1'), 'controller'],
    ]);
    hostState.set({ pointers: [pointer('S2'), pointer('S1')] });
    hostState.set({ pointers: [pointer('S1', 'newer1')] });
    hostState.set({ pointers: [] });
    expect(heard.splice(0)).toEqual([
      ['remoteControl', pointer('S1'), 'controlled'],
      ['controlFreed', pointer('S1'), 'controlled'],
      ['remoteControl', pointer('S1', 'newer1'), 'controlled'],
      ['controlFreed', pointer('S1', 'newer1'), 'controlled'],
    ]);
    await binding.freeControl().catch(() => undefined);
    expect(stop).toHaveBeenCalledWith('S1');
    binding.close();
    hostState.set({ pointers: [pointer('S1')] });
    expect(heard.filter(([name]) => name === 'remoteControl')).toEqual([]);
  });
});
