import { execFile } from 'node:child_process';

const TIMEOUT_MS = 10_000;
const ENCODERS = ['libx264', 'aac'];

/** Live output is not available on this machine; the message names the missing part. */
export class LiveUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LiveUnavailable';
  }
}

const found = new Map<string, Promise<void>>();

/** Checks that ffmpeg is installed and supports live output. @throws {LiveUnavailable} */
export async function requireFfmpeg(path: string): Promise<void> {
  let probe = found.get(path);
  if (probe === undefined) {
    probe = check(path);
    found.set(path, probe);
    // ffmpeg may be installed later, so that a failure is not cached.
    probe.catch(() => found.delete(path));
  }
  return probe;
}

async function check(path: string): Promise<void> {
  const listed = await run(path, ['-hide_banner', '-encoders']);
  const missing = ENCODERS.filter((encoder) => !new RegExp(`\\s${encoder}\\s`).test(listed));
  if (missing.length === 0) return;
  throw new LiveUnavailable(
    `live output needs an ffmpeg with ${missing.join(' and ')}, which "${path}" lacks; install a full build or set FFMPEG_PATH to one`,
  );
}

function run(path: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, args, { timeout: TIMEOUT_MS, windowsHide: true }, (cause, stdout) => {
      if (cause === null) return resolve(stdout);
      const what = 'code' in cause && cause.code === 'ENOENT' ? 'is not there' : 'cannot be run';
      const message = `live output needs ffmpeg, and "${path}" ${what}; install ffmpeg or set FFMPEG_PATH to it`;
      return reject(new LiveUnavailable(message, { cause }));
    });
  });
}
