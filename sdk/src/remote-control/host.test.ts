import { describe, expect, it, vi } from 'vitest';
import { Op, type WireMessage } from '../protocol/index.js';
import { FakeTrack } from '../testing/media.js';
import { Scenario, fakeMember } from '../testing/scenario.js';
import { ControlHost, type ControlHostOptions, type PictureEffect, type PicturePort } from './index.js';

/** Pictures that nobody sees. */
class FakePictures implements PicturePort {
  readonly opened: { readonly camera: FakeTrack; readonly track: FakeTrack; readonly effects: PictureEffect[] }[] = [];
  readonly captured: FakeTrack[] = [];
  failure: Error | undefined;

  async open(camera: MediaStreamTrack, onStopped: () => void) {
    if (this.failure) throw this.failure;
    const track = new FakeTrack('video', 'canvas');
    const source = camera as unknown as FakeTrack;
    const pipeline = { camera: source, track, effects: [] as PictureEffect[] };
    this.opened.push(pipeline);
    const stop = track.stop.bind(track);
    track.stop = () => {
      stop();
      source.stop();
      onStopped();
    };
    return {
      track: track as unknown as MediaStreamTrack,
      apply: (effect: PictureEffect) => void pipeline.effects.push(effect),
      detach: () => {
        track.stop = stop;
        stop();
      },
    };
  }

  async capture(track: MediaStreamTrack) {
    this.captured.push(track as unknown as FakeTrack);
    return 'data:image/jpeg;base64,AAAA';
  }
}

const argOf = ({ arg }: WireMessage) => JSON.parse(String(arg)) as Record<string, unknown>;

/** Alice, whose camera others want to control; the test plays the others. */
async function setUp(options: ControlHostOptions = {}) {
  const { scenario, conference } = await Scenario.joined({
    enter: { mems: [fakeMember('bob'), fakeMember('carol'), fakeMember('bob2', { name: 'org#app_bob' })] },
  });
  const stream = await conference.publish();
  const { server, devices } = scenario.platform;
  devices.supportedConstraints = { pointsOfInterest: true };
  const pictures = new FakePictures();
  const host = new ControlHost(conference, { pictures, ...options });
  const log: unknown[] = [];
  host.on('controlled', ({ memberId, controlId }) => log.push(['controlled', memberId, controlId]));
  host.on('freed', ({ memberId, controlId }, reason) => log.push(['freed', memberId, controlId, reason]));
  host.on('actions', (_, actions) => log.push(actions.map(({ kind, sn }) => `${kind} ${sn}`)));
  let count = 0;
  /** Sends an op 1002 and gives what it was answered with so far. */
  const say = async (memId: string | undefined, arg: object) => {
    const tsxId = `T${++count}`;
    const text = JSON.stringify({ streamId: stream.id, ...arg });
    server.push({ op: Op.Control, tsxId, arg: text, ...(memId !== undefined && { memId }) });
    await scenario.advance();
    await vi.dynamicImportSettled();
    await scenario.advance();
    return () => {
      const found = server.messages(Op.Response).find((answer) => answer.tsxId === tsxId);
      return found && { result: found.result, memId: found.memId, arg: argOf(found) };
    };
  };
  const ask = (memId: string, cId: string) => say(memId, { op2: 30, evt: 1, cId });
  const media = (memId: string, arg: object) => say(memId, { op2: 20, ...arg });
  const camera = () => stream.mediaStream.getTracks().find(({ kind }) => kind === 'video') as unknown as FakeTrack;
  return { scenario, conference, stream, server, host, log, say, ask, media, pictures, camera };
}

describe('a pointer surface', () => {
  it('is nobody’s without a handler', async () => {
    const { ask, host } = await setUp();
    expect((await ask('bob', 'C1'))()).toEqual({ result: -405, memId: 'bob', arg: { cId: 'C1' } });
    expect(host.state.getSnapshot().pointers).toEqual([]);
  });

  it.each([
    ['accepted', true, 0],
    ['rejected', false, -402],
    ['busy', 'busy' as const, -403],
  ])('is asked for, and %s', async (_, decision, result) => {
    const allowPointer = vi.fn(() => decision);
    const { ask, host, log, stream } = await setUp({ allowPointer });
    expect((await ask('bob', 'C1'))()).toMatchObject({ result, arg: { cId: 'C1' } });
    expect(allowPointer).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ streamId: stream.id, controlId: 'C1', member: expect.objectContaining({ id: 'bob' }) }),
    );
    expect(log).toEqual(result === 0 ? [['controlled', 'bob', 'C1']] : []);
    expect(host.state.getSnapshot().pointers.map(({ memberId, state }) => [memberId, state])).toEqual(
      result === 0 ? [['bob', 'controlling']] : [],
    );
  });

  it('is rejected when the decision throws, which is told', async () => {
    const { ask, host } = await setUp({
      allowPointer: () => {
        throw new Error('broken');
      },
    });
    const errors: unknown[] = [];
    host.on('error', (error) => errors.push(error));
    expect((await ask('bob', 'C1'))()).toMatchObject({ result: -402 });
    expect(errors).toEqual([new Error('broken')]);
  });

  it('is busy for others while somebody has it, and while the owner is being asked', async () => {
    let decide: (is: boolean) => void = () => undefined;
    const { ask, scenario } = await setUp({ allowPointer: () => new Promise((resolve) => (decide = resolve)) });
    const first = await ask('bob', 'C1');
    expect((await ask('carol', 'C2'))()).toMatchObject({ result: -403 });
    expect(first()).toBeUndefined();
    decide(true);
    await scenario.advance();
    expect(first()).toMatchObject({ result: 0 });
    expect((await ask('carol', 'C3'))()).toMatchObject({ result: -403 });
  });

  it('is renewed for its controller, without another question', async () => {
    const allowPointer = vi.fn(() => true);
    const { ask, say, log } = await setUp({ allowPointer });
    await ask('bob', 'C1');
    expect((await ask('bob2', 'C2'))()).toMatchObject({ result: 0 });
    expect(allowPointer).toHaveBeenCalledOnce();
    expect(log).toEqual([
      ['controlled', 'bob', 'C1'],
      ['freed', 'bob', 'C1', 'replaced'],
      ['controlled', 'bob2', 'C2'],
    ]);
    expect((await say('bob', { op2: 30, evt: 3, cId: 'C1' }))()).toMatchObject({ result: -405 });
  });

  it('asked for again by the same member is asked about anew, and the older request is over', async () => {
    const signals: AbortSignal[] = [];
    const { ask } = await setUp({
      allowPointer: ({ signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const older = await ask('bob', 'C1');
    const newer = await ask('bob', 'C2');
    expect([older(), newer()]).toMatchObject([{ result: -402 }, undefined]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('is refused with −408 when nobody decides within 30 s', async () => {
    let signal: AbortSignal | undefined;
    const { ask, scenario, host } = await setUp({
      allowPointer: (request) => {
        ({ signal } = request);
        return new Promise(() => undefined);
      },
    });
    const answer = await ask('bob', 'C1');
    await scenario.advance(29_000);
    expect([answer(), signal?.aborted]).toEqual([undefined, false]);
    await scenario.advance(1_000);
    expect([answer()?.result, signal?.aborted]).toEqual([-408, true]);
    expect(host.state.getSnapshot().pointers).toEqual([]);
  });

  it('tells what is done on it in order, each once, and acknowledges the last', async () => {
    const { ask, say, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    const act = (...actions: unknown[]) => say('bob', { op2: 30, evt: 0, cId: 'C1', actions });
    const move = (sn: number) => ({ x: 1, y: 1, oper: 2, sn });
    expect((await act(move(2), { oper: 3, btn: 65, sn: 1 }, 'junk'))()).toMatchObject({ result: 0, arg: { sn: 2 } });
    expect((await act(move(2), move(5), move(5)))()).toMatchObject({ result: 0, arg: { sn: 5 } });
    expect((await act(move(4)))()).toMatchObject({ result: 0, arg: { sn: 5 } });
    expect((await act({ x: 'no', y: 1, oper: 2, sn: 9 }))()).toMatchObject({ arg: { sn: 9 } });
    expect(log.slice(1)).toEqual([['key-down 1', 'move 2'], ['move 5']]);
  });

  it.each([
    ['another member', 'carol', 'C1'],
    ['another control id', 'bob', 'C9'],
  ])('takes nothing from %s', async (_, memId, cId) => {
    const { ask, say, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    for (const evt of [0, 3, 9]) {
      expect((await say(memId, { op2: 30, evt, cId, actions: [] }))()).toMatchObject({ result: -405 });
    }
    await say(memId, { op2: 30, evt: 2, cId });
    expect(log).toEqual([['controlled', 'bob', 'C1']]);
  });

  it('ignores requests with no member id', async () => {
    const { say, server } = await setUp({ allowPointer: () => true });
    await say(undefined, { op2: 30, evt: 1, cId: 'C1' });
    await say(undefined, { op2: 20, zoom: 20_000 });
    expect(server.messages(Op.Response)).toEqual([]);
  });

  it('exists of own streams only, and for members that are known', async () => {
    const { say } = await setUp({ allowPointer: () => true });
    expect((await say('bob', { op2: 30, evt: 1, cId: 'C1', streamId: 'other' }))()).toMatchObject({ result: -405 });
    expect((await say('eve', { op2: 30, evt: 1, cId: 'C1' }))()).toMatchObject({ result: -405 });
  });

  it('is freed after 30 s without actions and keep-alives, looked for every 10 s', async () => {
    const { ask, say, scenario, log } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    await scenario.advance(25_000);
    await say('bob', { op2: 30, evt: 3, cId: 'C1' });
    await scenario.advance(34_000);
    expect(log).toHaveLength(1);
    await scenario.advance(1_000);
    expect(log.at(-1)).toEqual(['freed', 'bob', 'C1', 'timeout']);
  });

  it.each<[string, string, (all: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['its controller releases it', 'stopped', ({ say }) => say('bob', { op2: 30, evt: 2, cId: 'C1' })],
    ['its controller leaves', 'member-left', ({ server }) => server.push({ op: Op.MemberExited, memId: 'bob' })],
    ['the stream ends', 'stream-removed', ({ stream }) => stream.unpublish()],
    ['the stream is hung up', 'stream-removed', ({ conference, stream }) => conference.hangUp(stream.id)],
    ['the owner stops it', 'freed', ({ host }) => host.stop()],
    ['the owner takes its consent back', 'freed', ({ host }) => host.revoke('bob')],
    ['the conference is left', 'closed', ({ conference }) => conference.leave()],
  ])('is freed when %s', async (_, reason, happen) => {
    const all = await setUp({ allowPointer: () => true });
    await all.ask('bob', 'C1');
    await happen(all);
    await all.scenario.advance();
    expect(all.log.at(-1)).toEqual(['freed', 'bob', 'C1', reason]);
    expect(all.host.state.getSnapshot().pointers).toEqual([]);
  });

  it('that its owner stops is told to controllers that take it, and to no others', async () => {
    const { scenario, server, host, ask, stream } = await setUp({ allowPointer: () => true });
    await ask('bob', 'C1');
    host.stop(stream.id);
    const member = fakeMember('dora', { res: { ops: [100232, 100230, 1003] } });
    server.push({ op: Op.MemberEntered, mem: member });
    await ask('dora', 'C2');
    host.stop();
    await scenario.advance();
    expect(server.messages(Op.Control).map((message) => [message.memId, argOf(message)])).toEqual([
      ['dora', { op2: 30, streamId: stream.id, evt: 2, cId: 'C2' }],
    ]);
  });
});

describe('media control', () => {
  it('is refused with −507 without a handler, and with −402 without consent', async () => {
    expect((await (await setUp()).media('bob', { zoom: 20_000 }))()).toMatchObject({ result: -507 });
    const { media, pictures } = await setUp({ allowMedia: () => false });
    expect((await media('bob', { frz: 1 }))()).toMatchObject({ result: -402 });
    expect(pictures.opened).toEqual([]);
  });

  it.each([
    ['a zoom below 1', { zoom: 9_999 }],
    ['a zoom that is none', { zoom: '2' }],
    ['a focus outside of the picture', { focus: 1, expo: 1, x: 10_001, y: 0 }],
    ['nothing known', { dance: 1 }],
    ['an unknown type', { controlType: 4 }],
  ])('of %s is refused with −507, unasked', async (_, arg) => {
    const allowMedia = vi.fn(() => true);
    const { media } = await setUp({ allowMedia });
    expect((await media('bob', arg))()).toMatchObject({ result: -507, arg });
    expect(allowMedia).not.toHaveBeenCalled();
  });

  it('is asked for each time, or once for the session until that is taken back', async () => {
    let consent: true | 'session' = true;
    const allowMedia = vi.fn(() => consent);
    const { media, host } = await setUp({ allowMedia });
    await media('bob', { frz: 1 });
    await media('bob', { frz: 0 });
    expect(allowMedia).toHaveBeenCalledTimes(2);
    consent = 'session';
    await media('bob', { frz: 1 });
    await media('bob', { frz: 0 });
    expect(allowMedia).toHaveBeenCalledTimes(3);
    expect(host.state.getSnapshot().mediaMembers).toEqual(['bob']);
    await media('carol', { frz: 1 });
    expect(allowMedia).toHaveBeenCalledTimes(4);
    host.revoke();
    expect(host.state.getSnapshot().mediaMembers).toEqual([]);
    await media('bob', { frz: 0 });
    expect(allowMedia).toHaveBeenCalledTimes(5);
  });

  it('is over with −408 when nobody decides within 30 s', async () => {
    const { media, scenario } = await setUp({ allowMedia: () => new Promise(() => undefined) });
    const answer = await media('bob', { frz: 1 });
    await scenario.advance(30_000);
    expect(answer()).toMatchObject({ result: -408 });
  });

  it('zooms and freezes in a pipeline that takes the place of a camera that can not', async () => {
    const { media, pictures, camera, stream, host, server } = await setUp({ allowMedia: () => true });
    const real = camera();
    expect((await media('bob', { zoom: 20_000 }))()).toMatchObject({ result: 0 });
    await media('bob', { frz: 1 });
    const [pipeline] = pictures.opened;
    expect(pictures.opened).toHaveLength(1);
    expect(camera()).toBe(pipeline!.track);
    expect([real.readyState, pipeline!.camera]).toEqual(['ended', real.clones[0]]);
    expect(pipeline!.effects).toEqual([
      { zoom: 2, isFrozen: false },
      { zoom: 2, isFrozen: true },
    ]);
    expect(host.state.getSnapshot().media[stream.id]).toEqual({
      zoom: 2,
      isFrozen: true,
      torch: false,
      memberId: 'bob',
    });
    await media('carol', { zoom: 10_000 });
    await media('carol', { frz: 0 });
    expect(camera()).toBe(pipeline!.camera);
    expect([camera().readyState, pipeline!.track.readyState]).toEqual(['live', 'ended']);
    // The track is replaced; nothing is published again.
    expect(server.messages(Op.Init)).toHaveLength(1);
  });

  it('zooms by the device as far as it can, and beyond by the pipeline', async () => {
    const { media, pictures, camera } = await setUp({ allowMedia: () => true });
    const real = camera();
    real.capabilities = { zoom: { min: 100, max: 300 } };
    await media('bob', { zoom: 20_000 });
    expect(real.applied).toEqual([{ advanced: [{ zoom: 200 }] }]);
    expect(pictures.opened).toEqual([]);
    await media('bob', { zoom: 60_000 });
    expect(real.applied.at(-1)).toEqual({ advanced: [{ zoom: 300 }] });
    expect(pictures.opened[0]?.effects).toEqual([{ zoom: 2, isFrozen: false }]);
  });

  it.each([
    ['torch', { tor: 1 }, { torch: true }, { advanced: [{ torch: true }] }],
    [
      'focus and exposure',
      { focus: 1, expo: 1, x: 2_500, y: 7_500 },
      { focusMode: ['single-shot'], exposureMode: ['single-shot'] },
      {
        advanced: [{ pointsOfInterest: [{ x: 0.25, y: 0.75 }], focusMode: 'single-shot', exposureMode: 'single-shot' }],
      },
    ],
  ])('of the %s is the device’s, or −507', async (_, arg, capabilities, applied) => {
    const { media, camera } = await setUp({ allowMedia: () => true });
    expect((await media('bob', arg))()).toMatchObject({ result: -507 });
    camera().capabilities = capabilities;
    expect((await media('bob', arg))()).toMatchObject({ result: 0 });
    expect(camera().applied).toEqual([applied]);
  });

  it('takes pictures, for the asker or for the owner alone', async () => {
    const { media, host, pictures, camera } = await setUp({ allowMedia: () => true });
    const taken: unknown[] = [];
    host.on('picture', (_, url, memberId) => taken.push([url, memberId]));
    const pic = 'data:image/jpeg;base64,AAAA';
    expect((await media('bob', { pic: 1, rspBase64Pic: true }))()).toMatchObject({ result: 0, arg: { pic } });
    const kept = (await media('bob', { pic: 1, rspBase64Pic: false }))();
    expect([kept?.result, kept?.arg.pic]).toEqual([0, 1]);
    expect(pictures.captured).toEqual([camera(), camera()]);
    expect(taken).toEqual([
      [pic, 'bob'],
      [pic, 'bob'],
    ]);
  });

  it('mutes and unmutes by the types 0 to 3', async () => {
    const { media, stream } = await setUp({ allowMedia: () => true });
    const muted = () => [stream.snapshot.audioMuted, stream.snapshot.videoMuted];
    const seen: unknown[] = [];
    for (const controlType of [0, 2, 1, 3]) {
      await media('bob', { controlType });
      seen.push(muted());
    }
    expect(seen).toEqual([
      [true, false],
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it('switches the camera by what the application gave, and as the camera is', async () => {
    expect((await (await setUp({ allowMedia: () => true })).media('bob', { cam: 1 }))()).toMatchObject({
      result: -507,
    });
    const switchCamera = vi.fn(() => Promise.resolve());
    const { media, stream, camera, pictures } = await setUp({ allowMedia: () => true, switchCamera });
    await media('bob', { zoom: 30_000 });
    expect((await media('bob', { cam: 1 }))()).toMatchObject({ result: 0 });
    expect(switchCamera).toHaveBeenCalledExactlyOnceWith(stream.id);
    expect(camera()).toBe(pictures.opened[0]?.camera);
  });

  it('of a muted picture is refused, and a pipeline that can not be made leaves the camera', async () => {
    const { media, stream, pictures, camera } = await setUp({ allowMedia: () => true });
    await stream.muteVideo();
    expect((await media('bob', { frz: 1 }))()).toMatchObject({ result: -507 });
    await stream.unmuteVideo();
    pictures.failure = new Error('no canvas');
    const real = camera();
    expect((await media('bob', { frz: 1 }))()).toMatchObject({ result: -507 });
    expect([camera(), real.readyState, real.clones.map(({ readyState }) => readyState)]).toEqual([
      real,
      'live',
      ['ended'],
    ]);
  });

  it('is undone by the owner, and forgotten when the application sends something else', async () => {
    const { media, host, stream, pictures, camera, scenario } = await setUp({ allowMedia: () => true });
    await media('bob', { zoom: 20_000 });
    await host.reset();
    expect(camera()).toBe(pictures.opened[0]?.camera);
    expect(host.state.getSnapshot().media).toEqual({});
    await media('bob', { frz: 1 });
    const other = new FakeTrack('video', 'other');
    await stream.setSource('video', {}, { track: other as unknown as MediaStreamTrack });
    await scenario.advance();
    expect(pictures.opened[1]?.camera.readyState).toBe('ended');
    expect(host.state.getSnapshot().media[stream.id]?.isFrozen).toBe(false);
  });

  it('leaves nothing behind', async () => {
    const { media, conference, scenario, pictures } = await setUp({ allowMedia: () => true, allowPointer: () => true });
    await media('bob', { zoom: 20_000 });
    await conference.leave();
    await scenario.advance();
    expect(scenario.held).toEqual({ timers: 0, networkListeners: 0, sockets: 0, peers: 0, tracks: 0 });
    expect(pictures.opened.map(({ camera, track }) => [camera.readyState, track.readyState])).toEqual([
      ['ended', 'ended'],
    ]);
  });
});
