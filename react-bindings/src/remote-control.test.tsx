// @vitest-environment jsdom
import type { PointerControl } from '@lectern/rtc/remote-control';
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { LecternProvider, useRemoteControl, useSelected, type RemoteControlOptions } from './index.js';
import { twoMembers, type JoinedMember } from './testing/two-members.js';

afterEach(cleanup);

const pictures = () => ({
  open: vi.fn(() => Promise.reject(new Error('no canvas here'))),
  capture: vi.fn(() => Promise.resolve('data:image/jpeg;base64,AAAA')),
});

/** A component that reads everything except the drawing. */
function mount({ client }: JoinedMember, options: RemoteControlOptions = {}) {
  const renders = { count: 0 };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <LecternProvider client={client}>{children}</LecternProvider>
    </StrictMode>
  );
  const use = () => {
    renders.count += 1;
    const control = useRemoteControl(options);
    return { control, snapshot: useSelected(control, (snapshot) => snapshot) };
  };
  const { result, unmount } = renderHook(use, { wrapper });
  const control = () => result.current.control!;
  return { control, snapshot: () => result.current.snapshot!, renders, unmount };
}

async function setUp(ops?: readonly number[], options: RemoteControlOptions = {}) {
  const { ann, ben, advance } = await twoMembers(ops);
  const [controller, owner] = [mount(ann), mount(ben, options)];
  const go = (ms = 0): Promise<void> =>
    act(async () => {
      await advance(ms);
      await vi.dynamicImportSettled();
      await advance();
    });
  /** Ann requests the surface of Ben’s camera; the rejection is checked later. */
  const asking = () => {
    const outcome = controller.control().remote.control('S-ben');
    outcome.catch(() => undefined);
    return { outcome };
  };
  return { ann, ben, controller, owner, go, asking };
}

/** Renders both sides after Ben has agreed. */
async function controlling(ops?: readonly number[]) {
  const all = await setUp(ops);
  const { outcome } = all.asking();
  await all.go();
  act(() => all.owner.snapshot().requests[0]?.grant());
  await all.go();
  const pointer: PointerControl = await outcome;
  return { ...all, pointer };
}

test('who asks stands in the requests until that is decided, and controls once it is granted', async () => {
  const { controller, owner, asking, go } = await setUp();
  const { outcome } = asking();
  await go();
  expect(controller.snapshot().pointers['S-ben']?.state).toBe('requesting');
  expect(owner.snapshot().requests).toMatchObject([
    { streamId: 'S-ben', command: undefined, member: { id: 'ann', nickName: 'ann' } },
  ]);
  expect(owner.snapshot().controllers).toEqual([]);
  act(() => owner.snapshot().requests[0]?.grant());
  await go();
  expect((await outcome).snapshot.state).toBe('controlling');
  expect(owner.snapshot()).toMatchObject({ requests: [], controllers: [{ memberId: 'ann', streamId: 'S-ben' }] });
  expect(controller.snapshot().pointers['S-ben']?.state).toBe('controlling');
});

test('a refusal reaches the asker as −402 and leaves nothing', async () => {
  const { controller, owner, asking, go } = await setUp();
  const { outcome } = asking();
  const refused = expect(outcome).rejects.toMatchObject({ code: -402 });
  await go();
  act(() => owner.snapshot().requests[0]?.refuse());
  await go();
  await refused;
  expect(controller.snapshot().pointers).toEqual({});
  expect(owner.snapshot()).toMatchObject({ requests: [], controllers: [] });
});

test('a request that nobody decides is gone after 30 s, and one that is taken back at once', async () => {
  const { controller, owner, asking, go } = await setUp();
  const late = expect(asking().outcome).rejects.toMatchObject({ code: -408 });
  await go();
  const [request] = owner.snapshot().requests;
  await go(30_000);
  await late;
  expect(owner.snapshot().requests).toEqual([]);
  act(() => request?.grant());
  await go();
  expect(owner.snapshot().controllers).toEqual([]);

  const takenBack = expect(asking().outcome).rejects.toMatchObject({ reason: 'closed' });
  await go();
  expect(owner.snapshot().requests).toHaveLength(1);
  void controller.control().remote.pointer('S-ben')?.stop();
  await go();
  await takenBack;
  expect(owner.snapshot().requests).toEqual([]);
});

test('what the pointer does is on both boards, and renders nothing', async () => {
  const { controller, owner, pointer, go } = await controlling();
  const boards = [controller, owner].map(({ snapshot }) => snapshot().boards['S-ben']!);
  expect(boards.map(({ isShared }) => isShared)).toEqual([true, true]);
  const before = controller.renders.count + owner.renders.count;
  pointer.move({ x: 0.25, y: 0.5 });
  pointer.press('left', { x: 0.5, y: 0.5 });
  const pen = boards[0]!.drawing.begin({ color: '#0000ff' }, { x: 100, y: 100 });
  pen.move({ x: 900, y: 900 });
  pen.end();
  await go(100);
  for (const board of boards) {
    expect(board.trail.points().map(({ x, y, kind }) => [x, y, kind])).toEqual([
      [2500, 5000, 'move'],
      [5000, 5000, 'left'],
    ]);
    expect(board.drawing.state.getSnapshot().strokes).toMatchObject([
      { color: '#0000ff', points: [100, 100, 900, 900], isEnded: true },
    ]);
  }
  expect(controller.renders.count + owner.renders.count).toBe(before);
});

test('where the other side knows no drawing, its left button draws on our side', async () => {
  const { owner, pointer, go } = await controlling([100230, 1003]);
  const board = owner.snapshot().boards['S-ben'];
  expect(board?.isShared).toBe(false);
  pointer.press('left', { x: 0.1, y: 0.1 });
  pointer.move({ x: 0.2, y: 0.1 });
  pointer.release('left', { x: 0.2, y: 0.1 });
  await go();
  expect(board?.drawing.state.getSnapshot().strokes).toMatchObject([{ points: [1000, 1000, 2000, 1000] }]);
});

test('the owner stops everything at once; nothing is left on either side', async () => {
  const { controller, owner, pointer, go } = await controlling();
  await act(() => owner.control().stop());
  await go();
  expect(pointer.snapshot).toMatchObject({ state: 'ended', endReason: 'freed' });
  for (const { snapshot } of [controller, owner]) expect(snapshot()).toMatchObject({ pointers: {}, boards: {} });
  expect(owner.snapshot().controllers).toEqual([]);
});

test('commands are asked about one by one, until they are allowed until they are stopped', async () => {
  const port = pictures();
  const { controller, owner, go } = await setUp(undefined, { pictures: port });
  const take = async () => {
    const outcome = controller.control().remote.capturePicture('S-ben');
    outcome.catch(() => undefined);
    await go();
    return { outcome };
  };
  const asked = () => owner.snapshot().requests.map(({ command }) => command?.kind);
  const once = await take();
  expect(asked()).toEqual(['capture']);
  act(() => owner.snapshot().requests[0]?.grant());
  await go();
  expect(await once.outcome).toBe('data:image/jpeg;base64,AAAA');
  expect(owner.snapshot().mediaMembers).toEqual([]);

  // Granting the first for the session also answers pending requests of the same member.
  const [first, second] = [await take(), controller.control().remote.controlMedia('S-ben', 0)];
  await go();
  expect(asked()).toEqual(['capture', 'media']);
  act(() => owner.snapshot().requests[0]?.grant('session'));
  await go();
  await Promise.all([first.outcome, second]);
  const third = await take();
  await third.outcome;
  expect(asked()).toEqual([]);
  expect(owner.snapshot().mediaMembers).toEqual(['ann']);

  await act(() => owner.control().stop());
  expect(owner.snapshot().mediaMembers).toEqual([]);
  await take();
  expect(asked()).toEqual(['capture']);
});

test('unmounting gives control back and refuses what waits; StrictMode leaves one that answers', async () => {
  const { ben, controller, owner, pointer, go } = await controlling();
  controller.unmount();
  await go();
  expect(pointer.snapshot.endReason).toBe('closed');
  expect(owner.snapshot().controllers).toEqual([]);

  owner.unmount();
  const { server, clock } = ben.platform;
  const timers = clock.pendingTimers;
  const answered = server.received.length;
  server.push({
    op: 1002,
    tsxId: 'T9',
    memId: 'ann',
    arg: JSON.stringify({ op2: 30, evt: 1, streamId: 'S-ben', cId: 'C' }),
  });
  await go();
  // The conference itself refuses, once: no handler is left.
  expect(server.received.slice(answered).map(({ result }) => result)).toEqual([-405]);
  expect(clock.pendingTimers).toBe(timers);
});

test('outside a conference there is no control', async () => {
  const { ann } = await twoMembers();
  await ann.conference.leave();
  const { result } = renderHook(() => useRemoteControl(), {
    wrapper: ({ children }) => <LecternProvider client={ann.client}>{children}</LecternProvider>,
  });
  expect(result.current).toBeUndefined();
});
