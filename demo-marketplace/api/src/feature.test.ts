import { getConfig, getHome } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import type { Parts } from './compose/parts.js';
import { foldActions, foldJobs, foldNotices, joinFeatures, type Feature } from './feature.js';
import { onCall } from './http/call.js';

/** These features need nothing. */
const parts = {} as Parts;
const fails = (): Promise<never> => Promise.reject(new Error('not called'));

const NEWS = { news: { type: 'system', link: '', zh: ['新聞', '新聞'], en: ['News', 'News'] } } as const;

const home = {
  actions: () => [onCall(getHome, fails)],
  jobs: () => ({ tidy: { run: fails, isLasting: true } }),
  notices: NEWS,
} as const satisfies Feature;
const config = {
  actions: () => [onCall(getConfig, fails)],
  jobs: () => ({ count: { run: fails } }),
} as const satisfies Feature;

test('what features register is joined', () => {
  expect(foldActions([home, config, {}], parts).map(({ action }) => action)).toEqual([getHome, getConfig]);
  expect(foldJobs([home, config, {}], parts)).toEqual({
    tidy: { run: fails, isLasting: true },
    count: { run: fails },
  });
  expect(foldNotices([home, config, {}])).toEqual(NEWS);
});

test('two features that handle the same action are refused', () => {
  expect(() => foldActions([home, config, { actions: () => [onCall(getHome, fails)] }], parts)).toThrow(
    `two features name the same action: ${getHome.path}`,
  );
});

test('two features that name the same kind of job are refused', () => {
  expect(() => foldJobs([home, config, { jobs: () => ({ tidy: { run: fails } }) }], parts)).toThrow(
    'two features name the same job: tidy',
  );
});

test('two features that name the same kind of notice are refused', () => {
  expect(() => foldNotices([home, config, { notices: NEWS }])).toThrow('two features name the same notice: news');
});

test('types refuse features that name the same kind of job or notice', () => {
  expect(joinFeatures([home, config])).toEqual([home, config]);
  // @ts-expect-error -- `config` is no second feature with the notice `news`.
  joinFeatures([home, config, { notices: NEWS }]);
  // @ts-expect-error -- The job `tidy` is one of `home`.
  joinFeatures([home, { jobs: () => ({ tidy: { run: fails } }) }]);
});
