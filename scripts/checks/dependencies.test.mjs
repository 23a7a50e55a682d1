import { expect, it } from 'vitest';
import { dependencyGaps } from './dependencies.mjs';

const integrity = 'sha512-x';

it('takes allowed licences, known programs, links and what is for development', () => {
  expect(
    dependencyGaps({
      '': {},
      'node_modules/@lectern/rtc': { link: true },
      'node_modules/a': { version: '1.0.0', license: 'MIT', integrity },
      'node_modules/b/node_modules/esbuild': { version: '1.0.0', license: 'MIT', integrity, hasInstallScript: true },
      'node_modules/c': { version: '1.0.0', license: 'GPL-3.0', integrity, dev: true },
      'node_modules/combine-errors': { version: '3.0.3', integrity },
    }),
  ).toEqual([]);
});

it.each([
  [{ license: 'GPL-3.0', integrity }, 'has the licence GPL-3.0, which is not allowed'],
  [{ integrity }, 'has the licence unknown'],
  [{ license: 'MIT', integrity, hasInstallScript: true }, 'runs a program when it is installed'],
  [{ license: 'MIT' }, 'has no integrity'],
])('complains of %j', (entry, complaint) => {
  expect(dependencyGaps({ 'node_modules/x/node_modules/y': { version: '2.0.0', ...entry } })).toEqual([
    expect.stringMatching(`y@2.0.0 ${complaint}`),
  ]);
});
