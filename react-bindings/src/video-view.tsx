import type { Conference, StreamSnapshot } from '@lectern/rtc';
import { forwardRef, useCallback, useEffect, useState, type ComponentPropsWithoutRef } from 'react';
import { useConference } from './conference.js';

/** Props of {@link VideoView}; all others are passed to the `video` element. */
export interface VideoViewProps extends Omit<ComponentPropsWithoutRef<'video'>, 'src' | 'srcObject'> {
  /** Stream to show and, unless it is the local member's, to play. */
  readonly stream: StreamSnapshot;
  /** Mirrors the video; recommended for the own camera. */
  readonly mirrored?: boolean;
}

const attach = (conference: Conference, stream: StreamSnapshot, element: HTMLVideoElement) =>
  (stream.isLocal ? conference.localStream(stream.type) : conference.remoteStream(stream.id))?.attach(element);

/**
 * A `<video>` bound to a stream while it is mounted, including rebuilds. It is muted for the local stream. The element
 * has the stream's id as `data-stream-id`; every other prop and the ref are passed to the element.
 */
export const VideoView = forwardRef<HTMLVideoElement, VideoViewProps>(function VideoView(
  { stream, mirrored = false, style, ...props },
  ref,
) {
  const conference = useConference();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const { id, isLocal, mediaStream } = stream;

  const take = useCallback(
    (node: HTMLVideoElement | null) => {
      setElement(node);
      if (typeof ref === 'function') return ref(node);
      if (ref) ref.current = node;
      return undefined;
    },
    [ref],
  );

  useEffect(
    () => (conference && element && mediaStream ? attach(conference, stream, element) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a mute changes the snapshot, but is no reason to attach again
    [conference, element, id, isLocal, mediaStream],
  );

  return (
    <video
      playsInline
      autoPlay
      muted={isLocal}
      {...props}
      ref={take}
      data-stream-id={id}
      style={mirrored ? { ...style, transform: `${style?.transform ?? ''} scaleX(-1)`.trim() } : style}
    />
  );
});
