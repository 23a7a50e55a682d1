// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { StreamType } from '@lectern/rtc';
import { afterEach, expect, test } from 'vitest';
import { readTile, useLayout, type LayoutOptions } from './index.js';
import { FakeClient, FakeConference, fakeMember, fakeStream } from './testing/fake-conference.js';
import { within } from './testing/render-with.js';

afterEach(cleanup);

const members = ['a', 'b', 'c', 'd'].map((id) => fakeMember(id));
const screen = fakeStream('s:1', { memberId: 'b', type: StreamType.Desktop });

function layoutOf(options?: LayoutOptions) {
  const conference = new FakeConference({ members });
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useLayout(options);
    },
    { wrapper: within(new FakeClient(conference)) },
  );
  return { conference, now: () => result.current, rendersOf: (change: () => void) => {
    const before = renders;
    act(change);
    return renders - before;
  } }; // prettier-ignore
}

test('a grid has pages, the local member last, and stays on a page that exists', () => {
  const { conference, now } = layoutOf({ pageSize: 2 });
  expect(now()).toMatchObject({ mode: 'grid', focus: undefined, page: 0, pages: 3 });
  expect(now().tiles).toEqual(['member:a', 'member:b']);
  act(() => now().setPage(2));
  expect(now().tiles).toEqual(['member:me']);
  act(() => conference.update({ members: members.slice(0, 1) }));
  expect(now()).toMatchObject({ page: 0, pages: 1, tiles: ['member:a', 'member:me'] });
});

test('a shared screen takes the focus, and gives it back when it ends', () => {
  const { conference, now } = layoutOf();
  act(() => conference.update({ streams: [screen] }));
  expect(now()).toMatchObject({ mode: 'focus', focus: 'screen:s:1' });
  expect(now().tiles).not.toContain('screen:s:1');
  expect(readTile('screen:s:1')).toEqual({ kind: 'screen', id: 's:1' });
  act(() => conference.update({ streams: [] }));
  expect(now()).toMatchObject({ mode: 'grid', focus: undefined });
});

test('a pinned tile is preferred to a screen, until it is gone', () => {
  const { conference, now } = layoutOf();
  act(() => conference.update({ streams: [screen] }));
  act(() => now().pin('member:c'));
  expect(now()).toMatchObject({ focus: 'member:c', pinned: 'member:c' });
  act(() => conference.update({ members: members.slice(0, 2) }));
  expect(now()).toMatchObject({ focus: 'screen:s:1', pinned: undefined });
});

test('without screen and pin the focus follows who talks, and stays in pauses', () => {
  const { conference, now } = layoutOf({ includesLocal: false });
  const speak = (...ids: string[]) =>
    act(() => conference.update({ speakers: ids.map((memberId) => ({ memberId, streamId: memberId, level: 0.5 })) }));
  act(() => now().setMode('focus'));
  expect(now().focus).toBe('member:a');
  speak('c');
  expect(now().focus).toBe('member:c');
  speak();
  expect(now().focus).toBe('member:c');
  act(() => now().setMode('grid'));
  expect(now().tiles).toHaveLength(4);
});

test('a grid renders neither for a mute nor for who talks', () => {
  const { conference, rendersOf } = layoutOf();
  act(() => conference.update({ streams: [fakeStream('x', { memberId: 'a' })] }));
  const speakers = [{ memberId: 'a', streamId: 'x', level: 0.5 }];
  expect(rendersOf(() => conference.update({ speakers }))).toBe(0);
  expect(rendersOf(() => conference.updateStream('x', { audioMuted: true }))).toBe(0);
});
