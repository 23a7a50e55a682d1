import { BUDGETS } from './budgets.mjs';

/** All parts of `npm test`, in their order. */
export const PARTS = Object.keys(BUDGETS);
/** The parts from which `--grep` selects tests. */
const SUITES = ['unit', 'headless', 'browser'];

/**
 * The parts to run, the pattern that selects tests, and whether another process keeps a core busy meanwhile.
 *
 * @typedef {{ parts: string[], grep: string | undefined, isBusy: boolean }} TestOptions
 */

/**
 * Parses the arguments of `npm test -- [--only part,part] [--grep pattern] [--no-build] [--busy]`. Some parts need a
 * build, which runs first unless `--no-build` is given.
 *
 * @param {readonly string[]} args
 * @returns {TestOptions}
 * @throws {Error} that names the unknown argument or part
 */
export function readTestOptions(args) {
  const only = [];
  let grep;
  let isBuilt = false;
  let isBusy = false;
  for (let index = 0; index < args.length; index += 1) {
    const [name, inline] = args[index].split(/=(.*)/s);
    const value = () => {
      const given = inline ?? args[(index += 1)];
      if (given === undefined || given === '') throw new Error(`${name} needs a value`);
      return given;
    };
    if (name === '--only') only.push(...value().split(','));
    else if (name === '--grep') grep = value();
    else if (name === '--no-build') isBuilt = true;
    else if (name === '--busy') isBusy = true;
    else throw new Error(`no option "${args[index]}"; there are: --only, --grep, --no-build, --busy`);
  }
  const unknown = only.filter((name) => !PARTS.includes(name));
  if (unknown.length > 0) throw new Error(`no part "${unknown.join('", "')}"; there are: ${PARTS.join(', ')}`);
  const wanted = new Set(only.length > 0 ? only : grep === undefined ? PARTS : SUITES);
  if (isBuilt && !only.includes('build')) wanted.delete('build');
  else wanted.add('build');
  return { parts: PARTS.filter((name) => wanted.has(name)), grep, isBusy };
}
