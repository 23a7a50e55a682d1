import { useEffect, type RefObject } from 'react';
import type { VideoPlayer } from '../lib/video-player.js';

/** Safari of telephones fills the screen with videos only. */
interface PhoneVideo {
  webkitEnterFullscreen?(): void;
}

/** Switches the frame to full screen and back, and keeps the player's state in sync. */
export function useFullScreen(
  player: VideoPlayer,
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): () => Promise<void> {
  useEffect(() => {
    const look = (): void =>
      player.setFullScreen(frame.current !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [player, frame]);

  return async () => {
    if (document.fullscreenElement !== null) return document.exitFullscreen();
    if (document.fullscreenEnabled) return frame.current?.requestFullscreen();
    (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.();
  };
}
