/** A refusal in the manner of S3: a status and an error code. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
  ) {
    super(word);
    this.name = 'Refused';
  }
}

/** Codes of a disk, or of a share of it, that has no room left. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** The refusal of a file that the disk has no room for; undefined for any other error. */
export const refusalByDisk = (error: unknown): Refused | undefined =>
  error instanceof Error && 'code' in error && NO_ROOM.includes(error.code)
    ? new Refused(507, 'InsufficientStorage')
    : undefined;
