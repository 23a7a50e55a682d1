import type { TwoWayShape } from '../link/two-way-connection.js';
import type { CallKind } from './types.js';

export const CALL_KINDS: readonly CallKind[] = ['audio', 'video'];

/** Disables video in a description: in an audio call its video section becomes inactive (spec §5). */
export const withoutVideo = (sdp: string): string =>
  sdp
    .split(/^(?=m=)/m)
    .map((section) =>
      section.startsWith('m=video') ? section.replace(/^a=(?:sendrecv|sendonly)(\r?)$/gm, 'a=inactive$1') : section,
    )
    .join('');

/** A kind that is not captured yet is sent later in the same section: a call makes no second offer. */
export const VIDEO_CALL: TwoWayShape = { kinds: CALL_KINDS, unsent: 'sendrecv' };
export const AUDIO_CALL: TwoWayShape = { kinds: ['audio'], unsent: 'sendrecv', adjust: withoutVideo };
