import { describe, expect, it, vi } from 'vitest';
import { Op } from '../protocol/index.js';
import { argOf, controlledFixture } from '../testing/controlled.js';
import { FakeTrack } from '../testing/media.js';
import { fakeMember } from '../testing/scenario.js';
import type { ControlHostOptions, MediaRequest } from './index.js';

const setUp = (options?: ControlHostOptions) => controlledFixture(() => vi.dynamicImportSettled(), options);

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

  it.each<[string, (all: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['its asker leaves', ({ server }) => server.push({ op: Op.MemberExited, memId: 'bob' })],
    ['the stream ends', ({ stream }) => stream.unpublish()],
    ['consent is taken back', ({ host }) => host.revoke('bob')],
    ['the host is closed', ({ host }) => host.close()],
  ])('is no question any more when %s, and nothing of it is remembered', async (_, happen) => {
    let signal: AbortSignal | undefined;
    let decide: (consent: 'session') => void = () => undefined;
    const allowMedia = vi.fn((request: MediaRequest) => {
      ({ signal } = request);
      return new Promise<'session'>((resolve) => (decide = resolve));
    });
    const all = await setUp({ allowMedia });
    const { media, host, pictures, scenario } = all;
    const answer = await media('bob', { frz: 1 });
    expect([answer(), signal?.aborted]).toEqual([undefined, false]);
    await happen(all);
    await scenario.advance();
    expect([answer()?.result, signal?.aborted]).toEqual([-408, true]);
    decide('session');
    await scenario.advance();
    expect([host.state.getSnapshot().mediaMembers, pictures.opened]).toEqual([[], []]);
  });

  it('is asked for again of a member that has left and come back', async () => {
    const allowMedia = vi.fn(() => 'session' as const);
    const { media, host, server } = await setUp({ allowMedia });
    await media('bob', { frz: 1 });
    expect(host.state.getSnapshot().mediaMembers).toEqual(['bob']);
    server.push({ op: Op.MemberExited, memId: 'bob' });
    expect(host.state.getSnapshot().mediaMembers).toEqual([]);
    server.push({ op: Op.MemberEntered, mem: fakeMember('bob') });
    await media('bob', { frz: 0 });
    expect(allowMedia).toHaveBeenCalledTimes(2);
  });

  it('is over with −408 when nobody decides within 30 s', async () => {
    const { media, scenario } = await setUp({ allowMedia: () => new Promise(() => undefined) });
    const answer = await media('bob', { frz: 1 });
    await scenario.advance(30_000);
    expect(answer()).toMatchObject({ result: -408 });
  });

  it.each([undefined, null, 0, 'yes', {}])('is not consented to by %o', async (consent) => {
    const { media, host, pictures } = await setUp({ allowMedia: () => consent as unknown as boolean });
    expect((await media('bob', { frz: 1 }))()).toMatchObject({ result: -402 });
    expect([pictures.opened, host.state.getSnapshot().mediaMembers]).toEqual([[], []]);
  });

  it('is rejected when the decision throws, which is told here and not to the other side', async () => {
    const { media, host } = await setUp({ allowMedia: () => Promise.reject(new Error('secret')) });
    const errors: unknown[] = [];
    host.on('error', (error) => errors.push(error));
    expect((await media('bob', { frz: 1 }))()).toMatchObject({ result: -402 });
    expect(errors).toEqual([new Error('secret')]);
  });

  it('of one member asks four questions at a time, and keeps nobody else from asking', async () => {
    const { media } = await setUp({ allowMedia: () => new Promise(() => undefined) });
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await media('bob', { frz: 1 }));
    expect(answers.map((answer) => answer()?.result)).toEqual([undefined, undefined, undefined, undefined, -403]);
    expect((await media('carol', { frz: 1 }))()).toBeUndefined();
  });

  it('of a camera that gives no picture is over after 10 s, and the next one is not held up', async () => {
    const { media, pictures, camera, scenario, host, stream } = await setUp({ allowMedia: () => true });
    let goOn: () => void = () => undefined;
    pictures.waiting = new Promise((resolve) => (goOn = resolve));
    const real = camera();
    const [frozen, taken] = [await media('bob', { frz: 1 }), await media('carol', { pic: 1 })];
    await scenario.advance(10_000);
    expect([frozen()?.result, taken()?.result]).toEqual([-408, undefined]);
    await scenario.advance(10_000);
    expect(taken()?.result).toBe(-408);
    // The frame arrives after the request was dropped.
    goOn();
    await scenario.advance();
    expect(pictures.opened.map(({ track }) => track.readyState)).toEqual(['ended']);
    expect(camera()).toBe(real);
    expect(host.state.getSnapshot().media[stream.id]).toBeUndefined();
    pictures.waiting = undefined;
    expect((await media('bob', { frz: 1 }))()).toMatchObject({ result: 0 });
    expect(camera()).toBe(pictures.opened[1]?.track);
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

  it('of the torch is undone by the owner, too', async () => {
    const { media, camera, host } = await setUp({ allowMedia: () => true });
    camera().capabilities = { torch: true };
    await media('bob', { tor: 1 });
    await host.reset();
    expect(camera().applied).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }]);
    expect(host.state.getSnapshot().media).toEqual({});
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

  it('that waits for another one is not carried out once consent is taken back', async () => {
    const { media, host, pictures } = await setUp({ allowMedia: () => 'session' });
    let go = (): void => undefined;
    pictures.waiting = new Promise((resolve) => (go = resolve));
    const first = await media('carol', { pic: 1 });
    const waiting = [await media('bob', { pic: 1 }), await media('bob', { frz: 1 })];
    host.revoke('bob');
    go();
    await media('carol', { pic: 1 });
    expect(first()).toMatchObject({ result: 0 });
    expect(waiting.map((answer) => answer()?.result)).toEqual([-402, -402]);
    expect([pictures.captured.length, pictures.opened.length]).toEqual([2, 0]);
  });

  it('tells those who changed it, and take it, what others and the owner made of it', async () => {
    const { media, host, server, scenario, stream } = await setUp({
      allowMedia: () => true,
      switchCamera: () => Promise.resolve(),
    });
    for (const [name, ...ops] of [['dora', 100232], ['emil', 100232], ['fred'], ['gina', 100232]] as const) {
      server.push({ op: Op.MemberEntered, mem: fakeMember(name, { res: { ops } }) });
    }
    let known = 0;
    const confirmed = () => {
      const all = server.messages(Op.Control).map((message) => [message.memId, argOf(message)]);
      return all.slice(known, (known = all.length));
    };
    const to = { op2: 20, streamId: stream.id };
    await media('fred', { zoom: 15_000 });
    await media('gina', { pic: 1 });
    await media('dora', { zoom: 20_000 });
    expect(confirmed()).toEqual([]);
    await media('emil', { frz: 1 });
    expect(confirmed()).toEqual([
      ['dora', { ...to, now: { zoom: 20_000, frz: 1, tor: 0 } }],
      ['emil', { ...to, now: { zoom: 20_000, frz: 1, tor: 0 } }],
    ]);
    server.push({ op: Op.MemberExited, memId: 'emil' });
    await host.reset();
    await scenario.advance();
    expect(confirmed().at(-1)).toEqual(['dora', { ...to, now: { zoom: 10_000, frz: 0, tor: 0 } }]);
    await media('dora', { zoom: 30_000 });
    await media('dora', { cam: 1 });
    expect(confirmed().at(-1)).toEqual(['dora', { ...to, now: { zoom: 10_000, frz: 0, tor: 0 } }]);
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
