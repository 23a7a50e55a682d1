import { LecternError } from '../core/errors.js';
import type { LinkEnvironment } from '../link/link.js';
import type { Playback } from '../media/playback.js';
import type { Platform } from '../platform/types.js';
import type { Capability } from '../protocol/index.js';
import type { SignallingPort } from '../signalling/types.js';
import type { ConferenceStore } from './conference-store.js';
import type { Members } from './members.js';
import type { StreamPolicy } from './policy.js';
import type { Streams } from './streams.js';

/** Dependencies that the managers of one conference share. */
export interface ConferenceContext {
  readonly platform: Platform;
  readonly signalling: SignallingPort;
  readonly store: ConferenceStore;
  readonly members: Members;
  readonly streams: Streams;
  readonly playback: Playback;
  readonly policy: StreamPolicy;
  readonly links: LinkEnvironment;
  isGranted(capability: Capability): boolean;
  /** Codec order of the enter response, best first, filtered to this platform's codecs. */
  videoCodecs(): readonly string[];
}

export const closedError = (): LecternError => new LecternError('current closed', { reason: 'closed' });

export const stateError = (message: string): LecternError => new LecternError(message, { reason: 'invalid-state' });

export const argumentError = (message: string): LecternError =>
  new LecternError(message, { reason: 'invalid-argument' });

export const audienceError = (): LecternError => stateError('Audience not allow publish');

/**
 * Publishing and subscribing require a conference that was entered and has not ended (spec §4). @throws {LecternError}
 */
export function requireOpen({ state }: { readonly state: string }): void {
  if (state === 'joining') throw stateError('Please call emedia.service.setup(ticket)');
  if (state === 'left') throw closedError();
}
