import type { RemoteControlSnapshot } from '@lectern/react';
import type { OwnMediaState } from '@lectern/rtc/remote-control';

/** Returns true if a camera is still zoomed, frozen or has its torch on. */
export const isChanged = ({ zoom, isFrozen, torch }: OwnMediaState): boolean => zoom > 1 || isFrozen || torch;

/**
 * Returns true if others control a stream of the local member, may do so without asking, or have left a change on it.
 */
export const isControlled = ({ controllers, mediaMembers, ownMedia }: RemoteControlSnapshot): boolean =>
  controllers.length > 0 || mediaMembers.length > 0 || Object.values(ownMedia).some(isChanged);

/** Streams that are pointed at, by others or from here. */
export const pointedStreams = ({ controllers, pointers }: RemoteControlSnapshot): readonly string[] => [
  ...controllers.map(({ streamId }) => streamId),
  ...Object.values(pointers)
    .filter(({ state }) => state === 'controlling')
    .map(({ streamId }) => streamId),
];

/** Returns true if others control this own stream. Consent to use a camera counts for all streams. */
export const isStreamControlled = (
  { controllers, ownMedia, mediaMembers }: RemoteControlSnapshot,
  streamId: string | undefined,
): boolean => {
  const state = streamId === undefined ? undefined : ownMedia[streamId];
  return (
    mediaMembers.length > 0 ||
    controllers.some((pointer) => pointer.streamId === streamId) ||
    (state !== undefined && isChanged(state))
  );
};
