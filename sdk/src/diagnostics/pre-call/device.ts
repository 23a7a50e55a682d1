import { race } from '../../core/abort.js';
import { StepFailure, type Finding, type StepRun } from './run.js';
import type { PreCallAdvice } from './types.js';

/** Long enough for a user to read the browser's prompt. */
const PERMISSION_TIMEOUT_MS = 60_000;

const ADVICE: Readonly<Record<string, PreCallAdvice>> = {
  NotAllowedError: 'allow-device',
  SecurityError: 'allow-device',
  NotFoundError: 'connect-device',
  NotReadableError: 'close-other-programs',
  AbortError: 'close-other-programs',
  OverconstrainedError: 'choose-other-device',
};

/** Opens a camera or microphone, unless the application has an open one. The caller stops the track. */
export async function openDevice(
  { platform, signal }: StepRun,
  kind: 'audio' | 'video',
  constraints: boolean | MediaTrackConstraints,
): Promise<MediaStreamTrack> {
  const { media, clock } = platform;
  if (!media) throw new StepFailure('use-https');
  let isGivenUp = false;
  const opening = media.getUserMedia({ [kind]: constraints });
  // A permission that is granted after the step was aborted opens a device that is no longer needed.
  const stopLate = (stream: MediaStream): void => {
    if (isGivenUp) for (const track of stream.getTracks()) track.stop();
  };
  opening.then(stopLate, () => undefined);
  try {
    const stream = await race(opening, { signal, clock, timeoutMs: PERMISSION_TIMEOUT_MS });
    const track = stream.getTracks()[0];
    if (!track) throw new StepFailure('connect-device');
    return track;
  } catch (cause) {
    isGivenUp = true;
    if (cause instanceof StepFailure) throw cause;
    const { name } = cause as Error;
    throw new StepFailure(ADVICE[name] ?? 'allow-device', cause);
  }
}

/** Describes an open device. */
export function describeDevice(track: MediaStreamTrack): Finding {
  if (track.readyState === 'ended') throw new StepFailure('connect-device');
  const { width, height } = track.getSettings();
  const picture = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const found = { device: track.label, ...picture };
  // A switch at the device or in the system: the device is open and sends nothing.
  return track.muted ? { state: 'warning', advice: 'unmute-device', ...found } : { state: 'passed', ...found };
}
