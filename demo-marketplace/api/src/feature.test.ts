import { getConfig, getHome } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import type { Parts } from './compose/parts.js';
import { foldActions, foldJobs, type Feature } from './feature.js';
import { onCall } from './http/call.js';

/** These features need nothing. */
const parts = {} as Parts;
const fails = (): Promise<never> => Promise.reject(new Error('not called'));

const home: Feature = {
  actions: () => [onCall(getHome, fails)],
  jobs: () => ({ tidy: { run: fails, isLasting: true } }),
};
const config: Feature = {
  actions: () => [onCall(getConfig, fails)],
  jobs: () => ({ count: { run: fails } }),
};

test('what features register is joined', () => {
  expect(foldActions([home, config, {}], parts).map(({ action }) => action)).toEqual([getHome, getConfig]);
  expect(foldJobs([home, config, {}], parts)).toEqual({
    tidy: { run: fails, isLasting: true },
    count: { run: fails },
  });
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
