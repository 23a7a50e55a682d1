import { parseArgs } from 'node:util';
import {
  addStaff,
  listStaff,
  MarketplaceConfigError,
  removeStaff,
  resetStaffPassword,
  type StaffPorts,
} from '@lectern/marketplace-api';

export const USAGE = `Usage: npm run market -- staff <command>

  staff list
  staff add --email <address> [--name <name>] [--password-stdin]
  staff reset-password --email <address> [--password-stdin]
  staff remove --email <address>

  Works on the database of the marketplace, whether it runs or not: DATA_DIR, DATABASE_URL, MARKETPLACE_DATABASE_URL and
  MARKETPLACE_SCHEMA must be those that it is started with. A password is generated and shown once; --password-stdin
  reads it from the first line of the input instead.
`;

/** An invalid command; nothing was done. */
export class UsageError extends MarketplaceConfigError {
  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
  }
}

const VERBS = ['list', 'add', 'reset-password', 'remove'] as const;
type Verb = (typeof VERBS)[number];
const OPTIONS: Readonly<Record<Verb, readonly string[]>> = {
  list: [],
  add: ['email', 'name', 'password-stdin'],
  'reset-password': ['email', 'password-stdin'],
  remove: ['email'],
};

/** A parsed staff command. */
export interface StaffCommand {
  readonly verb: Verb;
  /** Empty for `list` only. */
  readonly email: string;
  readonly name?: string | undefined;
  readonly readsPassword: boolean;
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { email: text, name: text, 'password-stdin': { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses the arguments after `staff`. @throws {UsageError} when they are invalid */
export function readStaffCommand(args: readonly string[]): StaffCommand {
  const { positionals, values } = parse(args);
  const [word, ...rest] = positionals;
  const verb = VERBS.find((known) => known === word);
  if (verb === undefined) throw new UsageError(word === undefined ? 'a command is missing' : `"${word}" is not known`);
  if (rest[0] !== undefined) throw new UsageError(`"${rest[0]}" is not understood; a password is never an argument`);
  const stray = Object.keys(values).find((option) => !OPTIONS[verb].includes(option));
  if (stray !== undefined) throw new UsageError(`"staff ${verb}" has no option --${stray}`);
  const { email = '', name, 'password-stdin': readsPassword = false } = values;
  if (verb !== 'list' && email === '') throw new UsageError('--email is missing');
  return { verb, email, name, readsPassword };
}

/** Terminal of the operator. */
export interface Terminal {
  /** Writes one line. */
  say(line: string): void;
  /** Reads the first line of the input. */
  readLine(): Promise<string>;
}

const shown = (password: string): string =>
  `  Password: ${password}\n  It is shown this once. Change it after the first log-in, in the settings of the account.`;

/** Executes a command. @throws {StaffError} when it cannot be executed; nothing is changed then */
export async function runStaffCommand(
  { verb, email, name, readsPassword }: StaffCommand,
  ports: StaffPorts,
  { say, readLine }: Terminal,
): Promise<void> {
  if (verb === 'list') {
    const staff = await listStaff(ports.db);
    if (staff.length === 0) say('Nobody is staff yet: staff add --email you@example.org');
    for (const one of staff) {
      say(`${one.id}\t${one.email || '(no e-mail)'}\t${one.name}${one.isBanned ? '\tbanned' : ''}`);
    }
    return;
  }
  if (verb === 'remove') {
    await removeStaff(ports, email);
    say(`${email} is no longer staff, and is logged out.`);
    if ((await listStaff(ports.db)).length === 0) say('Nobody can use the back office now.');
    return;
  }
  const password = readsPassword ? await readLine() : undefined;
  if (verb === 'reset-password') {
    const made = await resetStaffPassword(ports, { email, password });
    say(`${email} has a new password; everything that was open with the old one has ended.`);
    if (made !== undefined) say(shown(made));
    return;
  }
  const added = await addStaff(ports, { email, name, password });
  const outcomes = {
    made: `${email} is staff, with an account of its own.`,
    promoted: `${email} is staff now, and logs in with the password that the account has.`,
    unchanged: `${email} is staff already; nothing was changed.`,
  };
  say(outcomes[added.outcome]);
  if (added.password !== undefined) say(shown(added.password));
}
