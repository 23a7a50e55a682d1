// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { memo, StrictMode } from 'react';
import { StreamType } from '@lectern/rtc';
import { afterEach, expect, test, vi } from 'vitest';
import { LecternProvider, useIsSpeaking, useMember, useMemberIds, useMemberStream } from './index.js';
import { ACTIVE_SPEAKER_INTERVAL_MS } from './speaker.js';
import { FakeClient, FakeConference, fakeMember, fakeStream } from './testing/fake-conference.js';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const TILES = 50;

/** Renders by tile since the last check; the grid counts as `grid`. */
const counts = new Map<string, number>();
const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
const takeCounts = (): Record<string, number> => {
  const taken = Object.fromEntries(counts);
  counts.clear();
  return taken;
};

const Tile = memo(function Tile({ memberId }: { memberId: string }) {
  const member = useMember(memberId);
  const stream = useMemberStream(memberId);
  const isSpeaking = useIsSpeaking(memberId);
  count(memberId);
  return (
    <li aria-current={isSpeaking}>
      {member?.nickName} {stream?.audioMuted ? 'muted' : 'heard'}
    </li>
  );
});

function Grid() {
  const ids = useMemberIds();
  count('grid');
  return (
    <ul>
      {ids.map((id) => (
        <Tile key={id} memberId={id} />
      ))}
    </ul>
  );
}

const ids = Array.from({ length: TILES }, (_, index) => `m${index}`);

function setUp(strict: boolean) {
  const conference = new FakeConference({
    members: ids.map((id) => fakeMember(id)),
    streams: ids.map((id) => fakeStream(`s-${id}`, { memberId: id, type: StreamType.AudioMixer })),
  });
  const tree = (
    <LecternProvider client={new FakeClient(conference)}>
      <Grid />
    </LecternProvider>
  );
  counts.clear();
  return { conference, view: render(strict ? <StrictMode>{tree}</StrictMode> : tree) };
}

test('mounting 50 tiles renders each once', () => {
  setUp(false);
  expect(takeCounts()).toEqual({ grid: 1, ...Object.fromEntries(ids.map((id) => [id, 1])) });
});

test('a mute renders exactly the tile that was muted', () => {
  const { conference, view } = setUp(false);
  takeCounts();
  act(() => conference.updateStream('s-m7', { audioMuted: true }));
  expect(takeCounts()).toEqual({ m7: 1 });
  expect(view.getByText('m7 muted')).toBeTruthy();
});

test('a change of the speaker renders the two tiles, and looking for it renders none', () => {
  vi.useFakeTimers();
  const { conference, view } = setUp(false);
  const look = (times: number): void => act(() => void vi.advanceTimersByTime(times * ACTIVE_SPEAKER_INTERVAL_MS));
  const speaking = () => view.container.querySelector('[aria-current="true"]')?.textContent;
  conference.levels = new Map([['s-m3', 0.4]]);
  look(2);
  expect(speaking()).toBe('m3 heard');
  takeCounts();
  conference.levels = new Map([['s-m3', 0.3]]);
  look(20);
  expect(takeCounts()).toEqual({});
  conference.levels = new Map([['s-m3', 0.2], ['s-m8', 0.5]]); // prettier-ignore
  look(1);
  expect(takeCounts()).toEqual({});
  look(1);
  expect(takeCounts()).toEqual({ m3: 1, m8: 1 });
  expect(speaking()).toBe('m8 heard');
});

test('pauses do not end a speech, silence does, and noise is none', () => {
  vi.useFakeTimers();
  const { conference, view } = setUp(false);
  const look = (times: number): void => act(() => void vi.advanceTimersByTime(times * ACTIVE_SPEAKER_INTERVAL_MS));
  const speaking = () => view.container.querySelector('[aria-current="true"]')?.textContent;
  conference.levels = new Map([['s-m3', 0.4]]);
  look(2);
  conference.levels = new Map([['s-m8', 0.005]]);
  look(5);
  expect(speaking()).toBe('m3 heard');
  look(1);
  expect(speaking()).toBeUndefined();
});

test('one timer looks for the speaker, and none after unmounting', () => {
  vi.useFakeTimers();
  const { view } = setUp(true);
  expect(vi.getTimerCount()).toBe(1);
  view.unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('a changed member renders exactly its tile', () => {
  const { conference, view } = setUp(false);
  takeCounts();
  act(() => conference.updateMember('m9', { nickName: 'renamed' }));
  expect(takeCounts()).toEqual({ m9: 1 });
  expect(view.getByText('renamed heard')).toBeTruthy();
});

test('an arriving member renders the grid and its own tile', () => {
  const { conference } = setUp(false);
  takeCounts();
  act(() => conference.update({ members: [...conference.state.getSnapshot().members, fakeMember('new')] }));
  expect(takeCounts()).toEqual({ grid: 1, new: 1 });
});

test('a change that nobody reads renders nothing', () => {
  const { conference } = setUp(false);
  takeCounts();
  act(() => conference.update({ version: 2, isAllMuted: true }));
  expect(takeCounts()).toEqual({});
});

test('StrictMode keeps it at one tile, rendered twice by design', () => {
  const { conference } = setUp(true);
  takeCounts();
  act(() => conference.updateStream('s-m7', { audioMuted: true }));
  expect(takeCounts()).toEqual({ m7: 2 });
});

test('nothing listens after unmounting', () => {
  const { conference, view } = setUp(true);
  view.unmount();
  expect(conference.state.listeners.size).toBe(0);
});
