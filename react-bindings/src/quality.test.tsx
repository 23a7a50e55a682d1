// @vitest-environment jsdom
import type { QualitySnapshot, StreamQuality } from '@lectern/rtc/quality';
import { act, cleanup, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useNetworkQuality, useStats } from './index.js';
import { FakeStore } from './testing/fake-conference.js';

afterEach(cleanup);

const ids = Array.from({ length: 50 }, (_, index) => `s${index}`);

const measured = (streamId: string, at: number, networkQuality: 0 | 1 | 2 = 2): StreamQuality => {
  const latest = { at, roundTripTime: 20, audio: undefined, video: undefined, isPaused: false };
  return { streamId, memberId: `m-${streamId}`, isLocal: false, networkQuality, latest, samples: [latest] };
};

const snapshotOf = (streams: readonly StreamQuality[]): QualitySnapshot => ({ streams, disconnected: [], talking: [] });

let renders: string[] = [];
const takeRenders = (): string[] => {
  const taken = renders;
  renders = [];
  return taken;
};

type Store = FakeStore<QualitySnapshot>;

const Sign = memo(function Sign({ store, id }: { readonly store: Store | undefined; readonly id: string }) {
  const quality = useNetworkQuality(store, id);
  renders.push(id);
  return <li>{`${id}:${quality ?? 'unknown'}`}</li>;
});

const Figures = memo(function Figures({ store, id }: { readonly store: Store; readonly id: string }) {
  const stats = useStats(store, id);
  renders.push(`figures ${id}`);
  return <p>{`measured at ${stats?.latest.at ?? 'no time'}`}</p>;
});

test('a measurement of 50 streams renders no sign, a change of one its own', () => {
  const store = new FakeStore(snapshotOf(ids.map((id) => measured(id, 1))));
  render(
    <ul>
      {ids.map((id) => (
        <Sign key={id} store={store} id={id} />
      ))}
    </ul>,
  );
  expect(takeRenders()).toEqual(ids);
  act(() => store.set(snapshotOf(ids.map((id) => measured(id, 2)))));
  expect(takeRenders()).toEqual([]);
  act(() => store.set(snapshotOf(ids.map((id) => measured(id, 3, id === 's7' ? 1 : 2)))));
  expect(takeRenders()).toEqual(['s7']);
  expect(screen.getByText('s7:1')).toBeTruthy();
});

test('figures render with the measurements of their stream, not with those of others', () => {
  const store = new FakeStore(snapshotOf([measured('a', 1), measured('b', 1)]));
  render(<Figures store={store} id="a" />);
  const [a] = store.getSnapshot().streams;
  takeRenders();
  act(() => store.set(snapshotOf([a!, measured('b', 2)])));
  expect(takeRenders()).toEqual([]);
  act(() => store.set(snapshotOf([measured('a', 3), measured('b', 3)])));
  expect(takeRenders()).toEqual(['figures a']);
  expect(screen.getByText('measured at 3')).toBeTruthy();
});

test('without a conference, or before the first measurement, nothing is known', () => {
  const view = render(<Sign store={undefined} id="a" />);
  expect(screen.getByText('a:unknown')).toBeTruthy();
  const store = new FakeStore(snapshotOf([]));
  view.rerender(<Sign store={store} id="a" />);
  expect(screen.getByText('a:unknown')).toBeTruthy();
  expect(store.listeners.size).toBe(1);
  view.unmount();
  expect(store.listeners.size).toBe(0);
});
