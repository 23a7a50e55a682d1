import { LecternError } from '../core/errors.js';
import type { LinkEnvironment } from '../link/link.js';
import type { Playback } from '../media/playback.js';
import type { Platform } from '../platform/types.js';
import { StreamType, type Capability } from '../protocol/index.js';
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

export const closedError = (code?: number, specMessage = 'current closed'): LecternError =>
  new LecternError('the conference has ended', { reason: 'closed', code, specMessage });

export const stateError = (message: string, specMessage?: string): LecternError =>
  new LecternError(message, { reason: 'invalid-state', specMessage });

export const argumentError = (message: string, specMessage?: string): LecternError =>
  new LecternError(message, { reason: 'invalid-argument', specMessage });

export const audienceError = (): LecternError =>
  stateError('audience cannot publish: request the role of a talker', 'Audience not allow publish');

/** Mixed conferences mix one sound of each member. */
export const mixedAudioError = (): LecternError =>
  argumentError('a mixed conference takes a screen without sound', 'confr mix. not allow desktop with audio.');

/** Nothing to publish: neither devices nor open media. */
export const noMediaError = (): LecternError =>
  argumentError('publish needs audio or video', 'pubS null or stream not open');

/** A stream of this type is published already. */
export function repeatError(type: StreamType): LecternError {
  const isDesktop = type === StreamType.Desktop;
  const isMixer = type === StreamType.AudioMixer;
  const specMessage = isMixer
    ? 'AudioMixerStreamRepeatPublish'
    : `${isDesktop ? 'desktop' : 'Audio and video'} stream has been published. not allow repeat publish.`;
  return new LecternError(`already publishing a ${isDesktop ? 'screen' : 'camera'}: unpublish it first`, {
    reason: 'invalid-state',
    specMessage,
    ...(isMixer && { errorType: specMessage }),
  });
}

/**
 * Publishing and subscribing require a conference that was entered and has not ended (spec §4). @throws {LecternError}
 */
export function requireOpen({ state }: { readonly state: string }): void {
  if (state === 'joining') {
    throw stateError('not joined yet: wait for the join to resolve', 'Please call emedia.service.setup(ticket)');
  }
  if (state === 'left') throw closedError();
}
