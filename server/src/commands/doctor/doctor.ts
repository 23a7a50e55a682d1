import { ConfigError, readConfig, type ServerConfig } from '../../config.js';
import { attachStore } from '../attach-store.js';
import { CommandError } from '../usage.js';
import { CHECKS } from './checks.js';
import { ok, problem, type Finding, type FindingState } from './finding.js';
import { systemProbes, type Probes } from './probes.js';

/** The doctor's view of its process. */
export interface DoctorHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
}

const MARKS: Readonly<Record<FindingState, string>> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' };

/** Checks settings, machine and network. Invalid settings are reported alone. */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  probes: Probes,
): Promise<readonly Finding[]> {
  let config: ServerConfig;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [problem('settings', error.message, 'docs/settings.md has every setting with its range.')];
  }
  const findings = await Promise.all(CHECKS.map(async (check) => check(config, probes)));
  return [ok('settings', 'can be used'), ...findings.flat()];
}

const told = ({ check, state, message, advice }: Finding): string =>
  `${MARKS[state]}${check}: ${message}${advice === undefined ? '' : `\n        → ${advice}`}\n`;

/**
 * `lectern doctor`: prints its findings.
 *
 * @returns the exit code: 1 when there is a problem
 */
export async function runDoctor(
  args: readonly string[],
  { env, write }: DoctorHost,
  probes: Probes = systemProbes(attachStore),
): Promise<number> {
  const [unknown] = args.filter((word) => word !== '--json');
  if (unknown !== undefined) throw new CommandError(`"${unknown}" is not known to lectern doctor`);
  const findings = await examine(env, probes);
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (args.includes('--json')) write(`${JSON.stringify(findings, undefined, 2)}\n`);
  else write(`${findings.map(told).join('')}\n${problems === 0 ? 'No problems.' : `${problems} to mend.`}\n`);
  return problems === 0 ? 0 : 1;
}
