/** A failed start that the operator can fix; the message is one sentence with the advice. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** Code of a system error or of PostgreSQL, from the error itself or the nearest cause that has one. */
export function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

const DISK_PROBLEMS: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only. Mount it writable',
  ENOSPC: 'its disk is full. Make room',
  EDQUOT: 'the disk quota is used up. Make room',
  EACCES: 'this user may not write there. Change its owner or permissions',
  EPERM: 'the system lets nobody write there. Check its mount',
  ENOENT: 'nothing can be made there. Make the folder above it',
  ENOTDIR: 'it, or a folder above it, is a file. Move that file',
  EEXIST: 'it is a file. Move that file',
  ENAMETOOLONG: 'its name is too long. Use a shorter one',
  EIO: 'its disk reports an input/output error. Check the disk',
};

/** The same problems as messages of PostgreSQL's log, which has no codes. */
const POSTGRES_WORDS: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Permission denied/i, 'EACCES'],
  [/Input\/output error/i, 'EIO'],
];

/**
 * Creates the {@link StartError} for a data folder that cannot be used.
 *
 * @returns undefined when the error is about something else
 */
export function dataFolderError(folder: string, error: unknown): StartError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error) ?? POSTGRES_WORDS.find(([words]) => words.test(error.message))?.[1];
  const problem = code === undefined ? undefined : DISK_PROBLEMS[code];
  if (problem === undefined) return undefined;
  const message = `the data folder ${folder} cannot be used: ${problem}, or choose another folder with DATA_DIR`;
  return new StartError(`${message} (${code})`, { cause: error });
}
