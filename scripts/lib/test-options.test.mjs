import { expect, it } from 'vitest';
import { readTestOptions } from './test-options.mjs';

const partsOf = (...args) => readTestOptions(args).parts.join(' ');

it('runs everything unless told otherwise', () => {
  expect(readTestOptions([])).toEqual({
    parts: ['build', 'lint', 'types', 'unit', 'headless', 'browser'],
    grep: undefined,
    isBusy: false,
  });
});

it('runs some parts in their order, built before unless the build stands', () => {
  expect(partsOf('--only', 'unit,lint')).toBe('build lint unit');
  expect(partsOf('--only=unit', '--only=browser', '--no-build')).toBe('unit browser');
  expect(partsOf('--only', 'build')).toBe('build');
  expect(partsOf('--no-build')).toBe('lint types unit headless browser');
});

it('runs the tests of a name, of all suites or of some', () => {
  expect(readTestOptions(['--grep', 'money'])).toEqual({
    parts: ['build', 'unit', 'headless', 'browser'],
    grep: 'money',
    isBusy: false,
  });
  expect(readTestOptions(['--only', 'browser', '--grep=a=b', '--busy'])).toEqual({
    parts: ['build', 'browser'],
    grep: 'a=b',
    isBusy: true,
  });
});

it('names what it does not know', () => {
  expect(() => readTestOptions(['--only', 'units'])).toThrow('no part "units"; there are: build, lint');
  expect(() => readTestOptions(['--onyl', 'unit'])).toThrow('no option "--onyl"');
  expect(() => readTestOptions(['--grep'])).toThrow('--grep needs a value');
});
