import type { Dispose } from '../../core/clock.js';
import type { ConferencePort } from '../../conference/port.js';
import type { Conference, LinkState, StreamSnapshot } from '../../conference/types.js';
import { QualityEvent } from '../../protocol/index.js';
import type { ConferenceQuality } from '../quality.js';

type Fields = Readonly<Record<string, unknown>>;

/** Wire values of ICE states. */
const CONNECTED = 2;
const FAILED = 4;
const DISCONNECTED = 5;

const offFlags = ({ videoMuted, audioMuted }: StreamSnapshot) => ({
  voff: Number(videoMuted),
  aoff: Number(audioMuted),
});

const iceStateOf = (state: LinkState, previous: LinkState): number | undefined => {
  if (state === 'linked') return CONNECTED;
  if (state === 'weak') return DISCONNECTED;
  // A working connection that is replaced, e.g. for another camera, has not failed.
  const hasFailed = state === 'failed' || (state === 'rebuilding' && previous === 'weak');
  return hasFailed ? FAILED : undefined;
};

/**
 * Calls back with every event of the wire (wire-conference 6, type 2), fields in its order; the returned function stops
 * it.
 */
export function onUploadEvent(
  conference: Conference,
  port: ConferencePort,
  quality: ConferenceQuality,
  tell: (event: QualityEvent, fields: Fields) => void,
): Dispose {
  const session = () => port.entered()?.sessId;
  const rtcIdOf = ({ id }: { readonly id: string }) => port.linkOf(id)?.rtcId;
  const entered = (): void => tell(QualityEvent.Enter, { ip: port.entered()?.yourIp });

  const switched = (stream: StreamSnapshot, event: QualityEvent): void => {
    const { id: sId, type: streamType } = stream;
    const fields = { rtcId: rtcIdOf(stream), sId, sessionId: session(), streamType };
    tell(event, { ...fields, ...offFlags(stream) });
  };

  /** A publication or subscription was answered. */
  const opened = (stream: StreamSnapshot): void => {
    const { id: sId, type: streamType, isLocal, memberName: subMemName, memberId: subMemId } = stream;
    const rtcId = rtcIdOf(stream);
    const sessionId = session();
    if (isLocal) {
      tell(QualityEvent.Published, { sessionId, rtcId, ...offFlags(stream), streamType, result: 0 });
    } else {
      tell(QualityEvent.Subscribed, { rtcId, sId, sessionId, result: 0, streamType, subMemName, subMemId });
    }
  };

  entered();
  const undo = [
    port.context.signalling.on('entered', (_, isReentry) => {
      if (isReentry) entered();
    }),
    conference.on('left', ({ reason }) => tell(QualityEvent.Exit, { reason, sessionId: session() })),
    conference.on('memberJoined', ({ id, name, role }) => {
      tell(QualityEvent.MemberEntered, { role, addMemName: name, addMemId: id });
    }),
    conference.on('memberLeft', ({ id, name, role }) => {
      tell(QualityEvent.MemberExited, { role, removeMemName: name, removeMemId: id });
    }),
    conference.on('streamAdded', (stream) => {
      const { id: sId, type: streamType, memberId: addMemId, memberName: addMemName, isLocal } = stream;
      if (isLocal) return;
      tell(QualityEvent.StreamPublished, { sId, ...offFlags(stream), streamType, addMemId, addMemName });
    }),
    conference.on('streamRemoved', ({ id: sId, type: streamType, memberId, memberName, isLocal }) => {
      if (isLocal) return;
      const member = { removeMemId: memberId, removeMemName: memberName };
      tell(QualityEvent.StreamUnpublished, { sId, streamType, ...member });
    }),
    conference.on('streamUpdated', (stream, { audioMuted, videoMuted }) => {
      if (!stream.isLocal) return;
      if (audioMuted !== undefined) {
        switched(stream, audioMuted ? QualityEvent.MicrophoneOff : QualityEvent.MicrophoneOn);
      }
      if (videoMuted !== undefined) switched(stream, videoMuted ? QualityEvent.CameraOff : QualityEvent.CameraOn);
    }),
    conference.on('linkStateChanged', (stream, state, previous) => {
      if (state === 'connecting') opened(stream);
      const connState = iceStateOf(state, previous);
      if (connState === undefined) return;
      const { id: sId, isLocal: isPub } = stream;
      tell(QualityEvent.IceState, { rtcId: rtcIdOf(stream), connState, isPub, sId, ...offFlags(stream) });
    }),
    conference.on('roleChanged', (role) => tell(QualityEvent.RoleChanged, { role, sessionId: session() })),
    quality.on('networkQualityChanged', ({ streamId: sId, isLocal: isPub, networkQuality }) => {
      if (networkQuality === 2) return;
      const stream = port.context.store.now.streams.find(({ id }) => id === sId);
      const member = !isPub && { subMemName: stream?.memberName, subMemId: stream?.memberId };
      // Deployed clients send the stream's id in the field for its type.
      const fields = { sessionId: session(), rtcId: rtcIdOf({ id: sId }), sId, isPub, streamType: sId };
      tell(QualityEvent.Network, { ...fields, ...member });
    }),
  ];
  return () => {
    for (const dispose of undo) dispose();
  };
}
