import { StartError } from '@lectern/kit/lifecycle';
import { readConfig } from '../config.js';
import { attachStore, type CommandStore } from './attach-store.js';
import { COMMANDS } from './commands.js';
import { runDoctor } from './doctor/index.js';
import { CommandError, USAGE } from './usage.js';

/** A command's view of its process. */
export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  writeError(text: string): void;
  /** Opens the database; that of the settings unless given. */
  attach?(): Promise<CommandStore>;
}

/** Operator errors are explained in one sentence; any other error is a defect and is shown with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForOperator = error instanceof StartError || error.name === 'ConfigError';
  return isForOperator ? error.message : (error.stack ?? error.message);
}

/**
 * Runs one command.
 *
 * @returns the exit code: 0, or 1 when the command failed, with the reason on stderr
 */
export async function runCommand(args: readonly string[], host: CommandHost): Promise<number> {
  try {
    if (args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help') {
      host.write(USAGE);
      return 0;
    }
    // The doctor explains invalid settings, so it reads them itself.
    if (args[0] === 'doctor') return await runDoctor(args.slice(1), host);
    const [words, command] = [2, 1]
      .map((count) => [count, COMMANDS.get(args.slice(0, count).join(' '))] as const)
      .find(([, found]) => found !== undefined) ?? [0, undefined];
    if (command === undefined) throw new CommandError(`"${args.join(' ')}" is not known\n\n${USAGE}`);
    const config = readConfig(host.env);
    const attach = host.attach ?? (() => attachStore(config));
    await command({ config, attach, write: (text) => host.write(text) }, args.slice(words));
    return 0;
  } catch (error) {
    host.writeError(`${explain(error)}\n`);
    return 1;
  }
}
