import { StartError } from './start-error.js';

/** A running program. */
export interface RunningProgram {
  /** Stops in order: acknowledged data is written. */
  close(): Promise<void>;
}

export interface ProgramOptions {
  /**
   * Starts the program. When the signal is aborted it rejects as soon as everything that it started has ended; a
   * program that it resolves with nevertheless is closed.
   */
  start(signal: AbortSignal): Promise<RunningProgram>;
  /** Called when the first stop signal arrives. */
  readonly stopping?: (signal: NodeJS.Signals, program: RunningProgram | undefined) => void;
  /** By default the current process. */
  readonly host?: ProgramHost;
}

/** The part of the process that a program uses. */
export interface ProgramHost {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
  writeError(text: string): void;
}

const processHost: ProgramHost = {
  on: (signal, listener) => process.on(signal, listener),
  exit: (code) => process.exit(code),
  writeError: (text) => void process.stderr.write(text),
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Operator errors are reported in one sentence; any other error is a bug and is reported with its stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForOperator = error instanceof StartError || error.name === 'ConfigError';
  return isForOperator ? error.message : (error.stack ?? error.message);
}

/**
 * Runs a program until a signal, and ends the process: with code 0 after a signal, even during the start, and with code
 * 1 and the reason on stderr if it cannot start or fails to stop.
 */
export async function runProgram({ start, stopping, host = processHost }: ProgramOptions): Promise<void> {
  const giveUp = new AbortController();
  let program: RunningProgram | undefined;
  const fail = (error: unknown): void => {
    host.writeError(`Lectern could not run: ${explainError(error)}\n`);
    host.exit(1);
  };
  const stop = async (running: RunningProgram): Promise<void> => {
    try {
      await running.close();
      host.exit(0);
    } catch (error) {
      host.writeError(`Lectern did not stop in order: ${explainError(error)}\n`);
      host.exit(1);
    }
  };
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C must not interrupt writing the last records.
    if (isStopping) return;
    isStopping = true;
    stopping?.(signal, program);
    if (program === undefined) giveUp.abort();
    else void stop(program);
  };
  for (const signal of SIGNALS) host.on(signal, onSignal);
  try {
    program = await start(giveUp.signal);
    if (giveUp.signal.aborted) await stop(program);
  } catch (error) {
    if (giveUp.signal.aborted) host.exit(0);
    else fail(error);
  }
}
