import { fileTypeFromFile } from 'file-type';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { FileSource, type ByteSource } from './byte-source.js';
import { mp4Duration } from './mp4-duration.js';
import { webmDuration } from './webm-duration.js';

export interface InspectionTask {
  /** Path of the file. */
  readonly path: string;
  /** True to measure the duration of a video, for which the file must be complete. */
  readonly measure: boolean;
}

/** Facts about a file, derived from its bytes; name and declared type are ignored. */
export interface Inspection {
  /** Undefined for an unknown type. */
  readonly mime: string | undefined;
  /** Duration of a video in whole seconds, rounded up; undefined for other files and when the video declares none. */
  readonly seconds: number | undefined;
}

/** Maximum plausible duration; a larger value is ignored. */
const MAX_SECONDS = 30 * 86_400;

const DURATIONS: Readonly<Record<string, (source: ByteSource) => number | undefined>> = {
  'video/mp4': mp4Duration,
  'video/webm': webmDuration,
};

/** Detects the type of a file and the duration of a video. @throws {FileTooComplex} */
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
