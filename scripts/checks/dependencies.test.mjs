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
      'node_modules/d': { version: '1.0.0', license: 'MIT', integrity, dependencies: { a: '1', e: '1' } },
      'node_modules/d/node_modules/e': { version: '1.0.0', license: 'MIT', inBundle: true, dependencies: { b: '1' } },
      'node_modules/b': { version: '1.0.0', license: 'ISC', integrity },
      web: { devDependencies: { a: '1', f: '1' } },
      'web/node_modules/f': { version: '1.0.0', license: 'MIT', integrity, dev: true },
    }),
  ).toEqual([]);
});

it.each([
  [{ license: 'GPL-3.0', integrity }, 'has the licence GPL-3.0, which is not allowed'],
  [{ integrity }, 'has the licence unknown'],
  [{ license: 'MIT', integrity, hasInstallScript: true }, 'runs a program when it is installed'],
  [{ license: 'MIT' }, 'has no integrity'],
  [{ license: 'GPL-3.0', integrity, devOptional: true }, 'has the licence GPL-3.0, which is not allowed'],
])('complains of %j', (entry, complaint) => {
  expect(dependencyGaps({ 'node_modules/x/node_modules/y': { version: '2.0.0', ...entry } })).toEqual([
    expect.stringMatching(`y@2.0.0 ${complaint}`),
  ]);
});

it.each(['dependencies', 'optionalDependencies', 'devDependencies'])(
  'complains where %s are not in the lock',
  (kind) => {
    expect(
      dependencyGaps({
        web: { [kind]: { 'y-darwin': '1.0.0' } },
        'node_modules/x/node_modules/y-darwin': { version: '1.0.0', license: 'MIT', integrity },
      }),
    ).toEqual(['package-lock.json: y-darwin, which web needs, is not in it']);
  },
);
