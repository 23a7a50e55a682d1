import { spawn } from 'node:child_process';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { unfinished } from '../files.js';
import { joinArguments, sceneArguments, sceneList, soundArguments } from './arguments.js';
import { planMerge, type MergeInput, type MergePlan } from './plan.js';
import { groupVoices, type Voice } from './voices.js';

export interface MergeJob {
  readonly inputs: readonly MergeInput[];
  readonly output: string;
  /** A folder for intermediate files, which are reused after a restart. */
  readonly workFolder: string;
}

export interface MergeErrorOptions extends ErrorOptions {
  /** True if another attempt would fail as well. */
  readonly isPermanent?: boolean;
}

/** A merged recording cannot be made; the message says what to do. */
export class MergeError extends Error {
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false, ...options }: MergeErrorOptions = {}) {
    super(message, options);
    this.name = 'MergeError';
    this.isPermanent = isPermanent;
  }
}

export interface MergeRunner {
  /**
   * Makes one file of many.
   *
   * @param progress receives the completed share, 0 to 1
   * @throws {MergeError}
   */
  run(job: MergeJob, signal: AbortSignal, progress: (share: number) => void): Promise<void>;
}

const ERROR_TAIL = 2_000;
/** A process that takes longer than this plus ten times its output's duration is considered hung. */
const WAIT_LIMIT_MS = 10 * 60_000;
const SLOWEST = 10;
/** Limit of files open in one ffmpeg: each costs memory and a file descriptor. */
const GROUP_SIZE = 50;
/** Bitrate of intermediate mixes, which are encoded again. */
const PART_BITRATE = '128k';
/** Share of the work that is audio and joining. */
const REST_SHARE = 0.1;

/** Merges by ffmpeg, in processes of low priority. */
export class FfmpegMerger implements MergeRunner {
  /**
   * @param program path or name of ffmpeg
   * @param groupSize limit of files mixed at a time, at least 2
   */
  constructor(
    private readonly program: string,
    private readonly startupTimeoutMs = WAIT_LIMIT_MS,
    private readonly groupSize = GROUP_SIZE,
  ) {}

  async run(
    { inputs, output, workFolder }: MergeJob,
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<void> {
    const plan = planMerge(inputs);
    await mkdir(workFolder, { recursive: true });
    const scenes: { name: string; durationMs: number }[] = [];
    let doneMs = 0;
    for (const [index, scene] of plan.scenes.entries()) {
      const name = `scene-${index}.webm`;
      await this.#make(join(workFolder, name), (file) => sceneArguments(scene, file), scene.durationMs, signal);
      scenes.push({ name, durationMs: scene.durationMs });
      doneMs += scene.durationMs;
      progress((doneMs / plan.durationMs) * (1 - REST_SHARE));
    }
    const hasSound = inputs.some(({ hasAudio }) => hasAudio);
    const sound = join(workFolder, 'sound.webm');
    if (hasSound) await this.#mix(plan, inputs, sound, signal);
    const list = join(workFolder, 'scenes.txt');
    await writeFile(list, sceneList(scenes));
    const parts = { ...(scenes.length > 0 && { sceneList: list }), ...(hasSound && { sound }) };
    await this.#make(output, (file) => joinArguments(parts, file), plan.durationMs, signal);
    await rm(workFolder, { recursive: true, force: true });
    progress(1);
  }

  /** Mixes the audio of all inputs; many inputs are mixed in groups, whose mixes are mixed in turn. */
  async #mix(plan: MergePlan, inputs: readonly MergeInput[], output: string, signal: AbortSignal): Promise<void> {
    let voices: readonly Voice[] = inputs.filter(({ hasAudio }) => hasAudio);
    for (let level = 0; voices.length > this.groupSize; level++) {
      const mixed: Voice[] = [];
      for (const [index, group] of groupVoices(voices, this.groupSize).entries()) {
        const file = join(dirname(output), `sound-${level}-${index}.webm`);
        const toArguments = (part: string): string[] => soundArguments(group, group.voices, part, PART_BITRATE);
        await this.#make(file, toArguments, group.durationMs, signal);
        mixed.push({ file, startedAt: group.startedAt, durationMs: group.durationMs });
      }
      voices = mixed;
    }
    await this.#make(output, (file) => soundArguments(plan, voices, file), plan.durationMs, signal);
  }

  /** Creates a file atomically; an existing one is reused. */
  async #make(
    file: string,
    toArguments: (file: string) => string[],
    durationMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    const part = unfinished(file);
    const limit = AbortSignal.timeout(this.startupTimeoutMs + SLOWEST * durationMs);
    await this.#ffmpeg(toArguments(part), AbortSignal.any([signal, limit])).catch((cause: unknown) => {
      throw limit.aborted ? new MergeError('ffmpeg did not end in time and was stopped', { cause }) : cause;
    });
    await rename(part, file);
  }

  async #ffmpeg(args: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const child = spawn(this.program, args, { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-ERROR_TAIL)));
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', () => lowerPriority(child.pid));
      child.once('error', (cause: NodeJS.ErrnoException) => reject(toMergeError(this.program, cause)));
      child.once('close', (code, killedBy) => {
        if (code === 0) resolve();
        else reject(new MergeError(`ffmpeg ended with ${killedBy ?? code}: ${errors.trim() || 'no word why'}`));
      });
    });
  }
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process may have ended already.
  }
}

function toMergeError(program: string, cause: NodeJS.ErrnoException): Error {
  if (cause.code !== 'ENOENT' && cause.code !== 'EACCES') return cause;
  return new MergeError(
    `the program ffmpeg is missing ("${program}" cannot be started): install it, with libvpx and libopus, or set ` +
      'FFMPEG_PATH to its path; the recordings of the single streams are complete',
    { cause, isPermanent: true },
  );
}
