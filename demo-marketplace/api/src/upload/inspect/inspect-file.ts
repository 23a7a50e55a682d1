import { fileTypeFromFile } from 'file-type';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { FileSource, type ByteSource } from './byte-source.js';
import { mp4Duration } from './mp4-duration.js';
import { webmDuration } from './webm-duration.js';

export interface InspectionTask {
  /** Where the file is. */
  readonly path: string;
  /** Whether the duration of a film is asked for; the file has to be complete then. */
  readonly measure: boolean;
}

/** Facts about a file, found in its bytes; its name and what its sender says do not count. */
export interface Inspection {
  /** Undefined for a type that is not known. */
  readonly mime: string | undefined;
  /** Duration of a film in whole seconds, rounded up; undefined for other files and films that do not say. */
  readonly seconds: number | undefined;
}

/** A longer film than this says something else than its duration. */
const MAX_SECONDS = 30 * 86_400;

const DURATIONS: Readonly<Record<string, (source: ByteSource) => number | undefined>> = {
  'video/mp4': mp4Duration,
  'video/webm': webmDuration,
};

/** Finds out the type of a file and the duration of a film. @throws {FileTooComplex} */
export async function inspectFile({ path, measure }: InspectionTask): Promise<Inspection> {
  const mime = (await fileTypeFromFile(path))?.mime;
  const durationOf = measure && mime !== undefined ? DURATIONS[mime] : undefined;
  return { mime, seconds: durationOf && measured(path, durationOf) };
}

function measured(path: string, durationOf: (source: ByteSource) => number | undefined): number | undefined {
  const descriptor = openSync(path, 'r');
  try {
    const seconds = Math.ceil(durationOf(new FileSource(descriptor, fstatSync(descriptor).size)) ?? 0);
    return seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined;
  } finally {
    closeSync(descriptor);
  }
}
