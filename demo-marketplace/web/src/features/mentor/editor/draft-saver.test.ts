// @vitest-environment node
import type { CourseBasics, OutlineChapter } from '@lectern/marketplace-contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../api/client.js';
import { AUTOSAVE_MS, DraftSaver, SAVING_MOVES, SavingState, type DraftPart } from './draft-saver.js';

interface Parts {
  readonly basics: CourseBasics;
  readonly chapters: readonly OutlineChapter[];
}

interface Sent {
  readonly part: DraftPart<Parts>;
  readonly version: number;
  readonly answer: () => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

let sent: Sent[];
let waits: { readonly delayMs: number; readonly callback: () => void }[];
let saver: DraftSaver<Parts, 'title'>;

/** Everything that was promised by now is done. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  [sent, waits] = [[], []];
  saver = new DraftSaver(7, ['title'], {
    order: ['basics', 'chapters'],
    send: (part, version) =>
      new Promise((resolve, reject) => {
        sent.push({
          ...{ part, version },
          answer: () => (resolve({ version: version + 1, todo: [] }), settled()),
          fail: (error) => (reject(error as Error), settled()),
        });
      }),
    later: (delayMs, callback) => {
      const wait = { delayMs, callback };
      waits.push(wait);
      return () => {
        waits = waits.filter((one) => one !== wait);
      };
    },
  });
});

const basics = (title: string) => ({ basics: { title: { zh: title, en: '' } } as CourseBasics });
const chapters = (title: string) => ({
  chapters: [{ title: { zh: title, en: '' }, units: [] }] satisfies OutlineChapter[],
});
const GONE = new TypeError('network is gone');

const last = (): Sent => {
  const one = sent.at(-1);
  if (one === undefined) throw new Error('nothing was sent');
  return one;
};
const stateOf = () => saver.state.getSnapshot().state;
/** Fires all pending timers. */
const come = (): void => waits.splice(0).forEach(({ callback }) => callback());
const delays = () => waits.map(({ delayMs }) => delayMs);

test('saves once when nothing follows any more, and one part after the other', async () => {
  saver.edit(basics('一'));
  saver.edit(basics('一二'));
  saver.edit(chapters('章'));
  expect([stateOf(), delays(), sent]).toEqual(['waiting', [AUTOSAVE_MS], []]);
  come();
  expect(sent).toMatchObject([{ part: basics('一二'), version: 7 }]);
  await last().answer();
  expect(last()).toMatchObject({ part: chapters('章'), version: 8 });
  await last().answer();
  expect(saver.state.getSnapshot()).toEqual({ state: 'saved', todo: [], returns: 0 });
  expect(saver.hasUnsaved).toBe(false);
});

test('what is typed while it saves is saved after it', async () => {
  saver.edit(basics('一'));
  const flushed = saver.flush();
  saver.edit(basics('二'));
  await last().answer();
  expect(last()).toMatchObject({ part: basics('二'), version: 8 });
  await last().answer();
  expect([await flushed, sent.length, stateOf()]).toEqual([true, 2, 'saved']);
});

test.each([
  ['the network', GONE],
  ['the server', new ApiError('HTTP 502', 'internal', { status: 502 })],
])('tries again by itself, later each time, when %s is away; and tells when all is saved', async (_, error) => {
  saver.edit(basics('一'));
  const flushed = saver.flush();
  await last().fail(error);
  expect(await flushed).toBe(false);
  expect([stateOf(), delays(), saver.hasUnsaved]).toEqual(['away', [1_000], true]);
  come();
  await last().fail(error);
  expect(delays()).toEqual([2_000]);
  for (let more = 0; more < 6; more += 1) {
    come();
    await last().fail(error);
  }
  expect(delays()).toEqual([30_000]);
  come();
  // The state stays `away` until the server has answered.
  expect(stateOf()).toBe('away');
  await last().answer();
  expect(saver.state.getSnapshot()).toMatchObject({ state: 'saved', returns: 1 });
  saver.edit(basics('二'));
  come();
  await last().fail(error);
  expect(delays()).toEqual([1_000]);
});

test('waits as long as the server asks for', async () => {
  saver.edit(basics('一'));
  come();
  await last().fail(new ApiError('slow down', 'too-many', { status: 429, data: { retry_after: 9 } }));
  expect([stateOf(), delays()]).toEqual(['away', [9_000]]);
});

test('sends again exactly what may be saved already, and what was typed meanwhile upon it', async () => {
  saver.edit(basics('一'));
  come();
  await last().fail(GONE);
  saver.edit(basics('二'));
  expect([stateOf(), delays()]).toEqual(['away', [1_000]]);
  come();
  expect(last()).toMatchObject({ part: basics('一'), version: 7 });
  await last().answer();
  expect(last()).toMatchObject({ part: basics('二'), version: 8 });
  await last().answer();
  expect(stateOf()).toBe('saved');
});

test('does not repeat what was refused until it is changed', async () => {
  const refusal = new ApiError('no', 'invalid', { status: 422, data: { errors: { price_cents: 'out-of-range' } } });
  saver.edit(basics('一'));
  saver.edit(chapters('章'));
  come();
  await last().fail(refusal);
  expect(saver.state.getSnapshot()).toMatchObject({ state: 'failed', error: refusal });
  expect([delays(), saver.hasUnsaved]).toEqual([[], true]);
  saver.edit(basics('二'));
  come();
  expect(last()).toMatchObject({ part: basics('二'), version: 7 });
  await last().answer();
  await last().answer();
  expect(sent.map(({ part }) => part)).toEqual([basics('一'), basics('二'), chapters('章')]);
  expect(saver.state.getSnapshot()).toMatchObject({ state: 'saved', returns: 0 });
});

test('what is typed while a save is refused is tried in its turn, and not forgotten', async () => {
  const refusal = new ApiError('no', 'invalid', { status: 422, data: { errors: { price_cents: 'out-of-range' } } });
  saver.edit(basics('一'));
  come();
  saver.edit(basics('二'));
  await last().fail(refusal);
  expect([stateOf(), delays()]).toEqual(['waiting', [AUTOSAVE_MS]]);
  come();
  expect(last()).toMatchObject({ part: basics('二'), version: 7 });
  await last().fail(refusal);
  expect([stateOf(), delays()]).toEqual(['failed', []]);
});

test('who types while the network goes is told that it is gone', async () => {
  saver.edit(basics('一'));
  come();
  saver.edit(basics('二'));
  await last().fail(GONE);
  expect([stateOf(), delays()]).toEqual(['away', [1_000]]);
});

describe('the table of moves', () => {
  const states = Object.values(SavingState);
  test('names every state, and each can be reached', () => {
    expect(Object.keys(SAVING_MOVES).sort()).toEqual([...states].sort());
    expect([...new Set(states.flatMap((state) => SAVING_MOVES[state]))].sort()).toEqual([...states].sort());
  });
});
