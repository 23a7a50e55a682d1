import { describe, expect, it } from 'vitest';
import type { LecternError } from '../core/errors.js';
import { Op, type WireMessage } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream } from '../testing/scenario.js';
import { MediaControlType, RemoteController } from './index.js';

const OPS = [100230, 100232, 100204, 100205, 100206, 1003];

/** Alice, who watches Bob's stream. */
async function setUp(ops: readonly number[] = OPS) {
  const { scenario, conference } = await Scenario.joined({
    enter: {
      mems: [fakeMember('bob', { res: { ops } })],
      streams: [fakeStream('ST9', 'bob'), fakeStream('ST8', 'bob')],
    },
  });
  await conference.subscribe('ST9');
  const { server } = scenario.platform;
  const remote = new RemoteController(conference);
  const failures: unknown[] = [];
  remote.on('remoteControlFail', ({ streamId, failed, cause, type }) =>
    failures.push([streamId, failed, cause.message, type]),
  );
  const sent = () => server.messages(Op.Control).map(({ arg }) => JSON.parse(String(arg)) as Record<string, unknown>);
  const media = () => remote.state.getSnapshot().media['ST9'];
  return { scenario, conference, server, remote, failures, sent, media };
}

describe('media control of others', () => {
  it('goes to the owner of the stream as the wire has it', async () => {
    const { remote, sent, server } = await setUp();
    server.on(Op.Control, () => ({ result: 0, arg: '{"pic":"data:image/png;base64,AA"}' }));
    await remote.zoom('ST9', 2.5);
    await remote.freezeFrame('ST9', true);
    await remote.freezeFrame('ST9', false);
    await remote.setTorch('ST9', true);
    await remote.focusAt('ST9', { x: 0.25, y: 1 });
    expect(await remote.capturePicture('ST9')).toBe('data:image/png;base64,AA');
    expect(await remote.capturePicture('ST9', { inAnswer: false })).toBeUndefined();
    await remote.switchCamera('ST9');
    await remote.controlMedia('ST9', MediaControlType.UnmuteVideo);
    const to = { op2: 20, streamId: 'ST9' };
    expect(sent()).toEqual([
      { ...to, zoom: 25_000 },
      { ...to, frz: 1 },
      { ...to, frz: 0 },
      { ...to, tor: 1 },
      { ...to, focus: 1, expo: 1, x: 2_500, y: 10_000 },
      { ...to, pic: 1, rspBase64Pic: true },
      { ...to, pic: 1, rspBase64Pic: false },
      { ...to, cam: 1 },
      { ...to, controlType: 3 },
    ]);
    expect(server.messages(Op.Control).every(({ memId }) => memId === 'bob')).toBe(true);
  });

  it('is shown at once, and taken back when it fails, which is told', async () => {
    const { remote, server, failures, media, scenario } = await setUp();
    await remote.setTorch('ST9', true);
    await remote.zoom('ST9', 2);
    const held: WireMessage[] = [];
    server.on(Op.Control, (message) => void held.push(message));
    const outcomes = [remote.setTorch('ST9', false), remote.freezeFrame('ST9', true), remote.zoom('ST9', 3)].map(
      (call) => call.catch((error: unknown) => error),
    );
    await scenario.advance();
    expect(media()).toEqual({ torch: false, isFrozen: true, zoom: 3 });
    for (const { tsxId = '' } of held) server.push({ op: Op.Response, tsxId, result: -507, msg: 'no torch' });
    expect(await Promise.all(outcomes)).toMatchObject([
      { code: -203, errorType: 'torch_remote_fail', cause: { code: -507 } },
      { code: -203, errorType: 'freeze_remote_fail', cause: { code: -507 } },
      { code: -203, errorType: undefined, cause: { code: -507 } },
    ]);
    expect(media()).toEqual({ torch: true, isFrozen: false, zoom: 2 });
    expect(failures).toEqual([
      ['ST9', -507, 'no torch', 'torch_control'],
      ['ST9', -507, 'no torch', 'freeze_control'],
      ['ST9', -507, 'no torch', 'zoom_control'],
    ]);
  });

  it('is taken back when nobody waits for it any more, also where it never had its turn', async () => {
    const { remote, server, scenario, media, sent, failures } = await setUp();
    await expect(remote.zoom('ST9', 5, { signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' });
    expect(media()).toBeUndefined();
    server.on(Op.Control, () => undefined);
    const first = remote.zoom('ST9', 2);
    const controller = new AbortController();
    const outcome = expect(remote.zoom('ST9', 3, { signal: controller.signal })).rejects.toMatchObject({
      reason: 'aborted',
    });
    await scenario.advance();
    expect(media()?.zoom).toBe(3);
    controller.abort();
    await outcome;
    expect([media()?.zoom, sent().length, failures]).toEqual([2, 1, []]);
    const [asked] = server.messages(Op.Control);
    server.push({ op: Op.Response, tsxId: asked?.tsxId ?? '', result: 0 });
    await first;
    expect(media()?.zoom).toBe(2);
  });

  it.each<[string, string, string, (remote: RemoteController) => Promise<unknown>]>([
    ['pictures', 'capture_remote_fail', 'capture_control', (remote) => remote.capturePicture('ST9')],
    ['focus', 'focusexpo_remote_fail', 'focus_expo_control', (remote) => remote.focusAt('ST9', { x: 0, y: 0 })],
    ['cameras', 'switch_camera_fail', 'postMessage', (remote) => remote.switchCamera('ST9')],
    ['sounds', 'aoff_fail', 'postMessage', (remote) => remote.controlMedia('ST9', MediaControlType.MuteAudio)],
    ['muted pictures', 'voff_fail', 'postMessage', (remote) => remote.controlMedia('ST9', MediaControlType.MuteVideo)],
  ])('of %s fails with its own word, −203', async (_, errorType, type, call) => {
    const { remote, server, failures } = await setUp();
    server.on(Op.Control, () => ({ result: -402, msg: 'rejected' }));
    await expect(call(remote)).rejects.toMatchObject({ code: -203, errorType, cause: { code: -402 } });
    expect(failures).toEqual([['ST9', -402, 'rejected', type]]);
  });

  it.each([
    {},
    { pic: 1 },
    { pic: 'https://example.org/a.png' },
    { pic: 'data:text/html;base64,AA' },
    { pic: 'data:image/svg+xml;base64,AA' },
    { pic: 'data:image/svg+xml,<svg onload="alert(1)"/>' },
    { pic: 'data:image/png;base64,AA" onerror="alert(1)' },
  ])('fails when the answer to a capture has no picture: %o', async (arg) => {
    const { remote, server, failures } = await setUp();
    server.on(Op.Control, () => ({ result: 0, arg: JSON.stringify(arg) }));
    await expect(remote.capturePicture('ST9')).rejects.toThrow('Not found base64 pic');
    expect(failures).toEqual([['ST9', undefined, 'Not found base64 pic', 'capture_control']]);
  });

  it('ignores a zoom below 1, and asks for 100 at most', async () => {
    const { remote, sent, media } = await setUp();
    await remote.zoom('ST9', 0.99);
    expect([sent(), media()]).toEqual([[], undefined]);
    await remote.zoom('ST9', 1_000);
    expect(sent()).toEqual([{ op2: 20, streamId: 'ST9', zoom: 1_000_000 }]);
    await expect(remote.zoom('ST9', Number.NaN)).rejects.toMatchObject({ reason: 'invalid-argument' });
  });

  it.each([
    [-0.1, 0],
    [0, 1.1],
    [Number.NaN, 0],
  ])('refuses to focus outside of the picture: %d, %d', async (x, y) => {
    const { remote, sent } = await setUp();
    await expect(remote.focusAt('ST9', { x, y })).rejects.toMatchObject({ reason: 'invalid-argument' });
    expect(sent()).toEqual([]);
  });

  it.each([
    ['are not there', 'ST0', 'does not exist or is local'],
    ['are not subscribed', 'ST8', 'Not allow control. cause by the stream not sub'],
  ])('is not sent for streams that %s', async (_, id, message) => {
    const { remote, sent } = await setUp();
    const error = (await remote.zoom(id, 2).catch((cause: unknown) => cause)) as LecternError;
    expect(error.specMessage ?? error.message).toContain(message);
    expect(sent()).toEqual([]);
  });

  it('is refused here with −507 where the owner does not accept the operation', async () => {
    const { remote, sent, failures } = await setUp([100205]);
    await expect(remote.setTorch('ST9', true)).rejects.toMatchObject({ cause: { code: -507 } });
    await expect(remote.switchCamera('ST9')).rejects.toMatchObject({ cause: { code: -507 } });
    expect([sent(), failures.length]).toEqual([[], 2]);
  });

  it('sends the last of many wishes only, one at a time', async () => {
    const { remote, server, scenario, sent, media } = await setUp();
    const held: WireMessage[] = [];
    server.on(Op.Control, (message) => void held.push(message));
    const calls = [1, 2, 3, 4].map((factor) => remote.zoom('ST9', factor));
    await scenario.advance();
    server.off(Op.Control);
    server.push({ op: Op.Response, tsxId: held[0]?.tsxId ?? '', result: 0 });
    await Promise.all(calls);
    expect(sent().map(({ zoom }) => zoom)).toEqual([10_000, 40_000]);
    expect(media()?.zoom).toBe(4);
  });

  it('that is refused takes back those it took the place of, too', async () => {
    const { remote, server, scenario, media } = await setUp();
    const held: WireMessage[] = [];
    server.on(Op.Control, (message) => void held.push(message));
    const seen: unknown[] = [];
    remote.on('remoteControlFail', () => seen.push(media()?.zoom));
    const [first, ...others] = [2, 3, 4].map((factor) => remote.zoom('ST9', factor).catch(() => 'refused'));
    await scenario.advance();
    server.push({ op: Op.Response, tsxId: held[0]?.tsxId ?? '', result: 0 });
    await first;
    await scenario.advance();
    expect(media()?.zoom).toBe(4);
    server.push({ op: Op.Response, tsxId: held[1]?.tsxId ?? '', result: -402 });
    expect(await Promise.all(others)).toEqual(['refused', 'refused']);
    expect([seen, media()?.zoom]).toEqual([[2], 2]);
  });

  it('is what its owner says since, of what was asked of, and nobody else', async () => {
    const { remote, server, scenario, media } = await setUp();
    const say = async (memId: string, streamId: string, now: unknown) => {
      const tsxId = `N${server.messages(Op.Response).length}`;
      server.push({ op: Op.Control, tsxId, memId, arg: JSON.stringify({ op2: 20, streamId, now }) });
      await scenario.advance();
      return server.messages(Op.Response).find((each) => each.tsxId === tsxId)?.result;
    };
    const now = { zoom: 30_000, frz: 1, tor: 0 };
    expect(await say('bob', 'ST9', now)).toBe(-507);
    await remote.zoom('ST9', 2);
    expect([await say('carol', 'ST9', now), await say('bob', 'ST8', now)]).toEqual([-507, -507]);
    for (const wrong of [1, {}, { ...now, zoom: 1 }, { ...now, frz: 'yes' }])
      expect(await say('bob', 'ST9', wrong)).toBe(-507);
    expect(media()).toEqual({ zoom: 2, isFrozen: false, torch: false });
    expect(await say('bob', 'ST9', now)).toBe(0);
    expect(media()).toEqual({ zoom: 3, isFrozen: true, torch: false });
  });

  it('is forgotten with its stream, and what waits ends', async () => {
    const { remote, server, scenario, media } = await setUp();
    await remote.zoom('ST9', 2);
    server.on(Op.Control, () => undefined);
    const outcome = expect(remote.zoom('ST9', 3)).rejects.toMatchObject({ reason: 'closed' });
    await scenario.advance();
    server.push({ op: Op.StreamUnpublished, memId: 'bob', pubSId: 'ST9' });
    await outcome;
    expect(media()).toBeUndefined();
  });
});
