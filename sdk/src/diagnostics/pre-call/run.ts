import type { Disposables } from '../../core/disposables.js';
import { fetchRequest, systemClock } from '../../platform/system.js';
import type { MediaPort, Platform, SocketLike } from '../../platform/types.js';
import type { PreCallAdvice, PreCallResult } from './types.js';

/** Result of a step without its duration, which the caller measures. */
export type Finding = Omit<PreCallResult, 'state' | 'elapsedMs'> & { readonly state: 'passed' | 'warning' | 'skipped' };

/** Failure of a step, with its advice; the application supplies the text. */
export class StepFailure extends Error {
  constructor(
    readonly advice: PreCallAdvice,
    cause?: unknown,
  ) {
    super(advice, { cause });
  }
}

/** Parts of the platform that a check needs; every {@link Platform} has them. */
export type PreCallPlatform = Pick<
  Platform,
  'clock' | 'origin' | 'createSocket' | 'request' | 'createPeerConnection'
> & { readonly media: Pick<MediaPort, 'getUserMedia'> | undefined };

/** Platform of the page. */
export const pagePlatform = (): PreCallPlatform => ({
  clock: systemClock,
  origin: location.origin,
  // Absent in insecure pages, contrary to the DOM types.
  media: navigator.mediaDevices as MediaDevices | undefined,
  // The DOM types require arguments that the SDK's listeners do not read.
  createSocket: (url) => new WebSocket(url) as unknown as SocketLike,
  request: fetchRequest((...call) => fetch(...call)),
  createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
});

/** Context of a step. A step adds everything that it opens to `open`, which is closed when the step ends. */
export interface StepRun {
  readonly platform: PreCallPlatform;
  readonly signal: AbortSignal;
  readonly open: Disposables;
}
