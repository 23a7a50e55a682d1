import { Role, StreamType, type StreamSnapshot } from '@lectern/rtc';
import { DesktopError, shareDesktop, type ShareDesktopOptions } from '@lectern/rtc/desktop';
import { useCallback } from 'react';
import { useAction, type ActionState } from './action.js';
import { useConference, useConferenceState } from './conference.js';
import { useLocalStream } from './streams.js';

/** The local member's shared screen. */
export interface ScreenShare extends ActionState {
  readonly isSharing: boolean;
  /** False for the audience, and without a conference. */
  readonly isAllowed: boolean;
  /** The published screen. */
  readonly stream: StreamSnapshot | undefined;
  /** Lets the user choose a screen, and shares it. Call it from a click. A user who chooses nothing is no error. */
  start(options?: ShareDesktopOptions): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Sharing the screen, a window or a tab. `isSharing` also becomes false when the user ends it in the browser's own bar.
 *
 * @example
 * const screen = useScreenShare();
 * // <button onClick={() => (screen.isSharing ? screen.stop() : screen.start())}>Share screen</button>
 */
export function useScreenShare(): ScreenShare {
  const conference = useConference();
  const stream = useLocalStream(StreamType.Desktop);
  const isAllowed = useConferenceState(({ role, state }) => role !== Role.Audience && state !== 'left') ?? false;
  const { isPending, error, run } = useAction(async (options: ShareDesktopOptions | undefined) => {
    if (!conference) return;
    try {
      await shareDesktop(conference, options);
    } catch (failure) {
      if (failure instanceof DesktopError && failure.outcome === 'OpenDesktopMediaAccessDenied') return;
      throw failure;
    }
  });
  const start = useCallback((options?: ShareDesktopOptions) => run(options), [run]);
  const stop = useCallback(async () => conference?.localStream(StreamType.Desktop)?.unpublish(), [conference]);
  return { isSharing: stream !== undefined, isAllowed, stream, isPending, error, start, stop };
}
