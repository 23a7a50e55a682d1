import type { Socket } from 'node:dgram';
import type { RTCDtlsTransport, RTCIceTransport } from 'werift';

/**
 * What werift keeps to itself and a server needs all the same. Read structurally, so that a version that renames it
 * makes these functions return nothing instead of throwing.
 */
interface Internals {
  readonly protocols?: readonly { readonly transport?: { readonly socket?: Socket } }[];
}

/** The UDP sockets a gathered ICE transport holds. */
export function socketsOf(ice: RTCIceTransport): Socket[] {
  const { protocols } = ice.connection as unknown as Internals;
  return (protocols ?? []).flatMap((protocol) => protocol.transport?.socket ?? []);
}

interface RolloverState {
  rolloverCounter: number;
  lastSequenceNumber: number;
  rolloverHasProcessed?: boolean;
}

/**
 * Replaces werift's estimate of the SRTP rollover counter, which loses count for good where more than a hundred packets
 * are lost across a wrap of the sequence number, by that of RFC 3711 appendix A.
 */
export function repairRollover(dtls: RTCDtlsTransport): void {
  const sessions: readonly unknown[] = [dtls.srtp];
  for (const session of sessions) {
    const contexts = session as { localContext?: object; remoteContext?: object } | undefined;
    for (const context of [contexts?.localContext, contexts?.remoteContext]) {
      if (context !== undefined && 'updateRolloverCount' in context) context.updateRolloverCount = updateRollover;
    }
  }
}

/** RFC 3711 appendix A: a step of more than half the number space is a wrap, forwards or backwards. */
export function updateRollover(sequence: number, state: RolloverState): void {
  if (state.rolloverHasProcessed !== true) {
    state.rolloverHasProcessed = true;
    state.lastSequenceNumber = sequence;
    return;
  }
  const distance = sequence - state.lastSequenceNumber;
  if (distance > 0x8000) {
    // Older than the first packet of all: no counter fits it, and the state must not follow it.
    if (state.rolloverCounter === 0) return;
    state.rolloverCounter--;
  } else if (distance < -0x8000) {
    state.rolloverCounter++;
  }
  state.lastSequenceNumber = sequence;
}
