import { createBrowserPlatform, StreamType, type Conference } from '@lectern/rtc';
import { canShareDesktop, DesktopError, shareDesktop } from '@lectern/rtc/desktop';
import { useConferenceEvent, useLocalStream } from '@lectern/react';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastError } from '../../../ui/toast.js';

export interface OwnDesktop {
  /** Phones can not. */
  readonly isPossible: boolean;
  readonly isShared: boolean;
  /** The user chooses, or the server decides. */
  readonly isBusy: boolean;
  /** Starts or ends sharing. Call it from a click or a key. */
  toggle(): void;
}

/** Shares the own screen during a class. Failures are shown as toasts. */
export function useDesktop(conference: Conference): OwnDesktop {
  const t = useText();
  const [isPossible] = useState(() => canShareDesktop(createBrowserPlatform()));
  const [isBusy, setBusy] = useState(false);
  const isShared = useLocalStream(StreamType.Desktop) !== undefined;

  useConferenceEvent('publishersExceeded', (kind) => {
    if (kind === 'desktop') toastError(t('room.share.tooMany'));
  });

  const tell = (error: unknown): void => {
    if (conference.state.getSnapshot().state === 'left') return;
    const outcome = error instanceof DesktopError ? error.outcome : undefined;
    if (outcome === 'OpenDesktopMediaAccessDenied') toastError(t('room.share.refused'));
    else if (outcome === 'ShareDesktopExtensionNotFound') toastError(t('room.share.unsupported'));
    else toastError(t('room.share.failed', { detail: error instanceof Error ? error.message : String(error) }));
  };

  const toggle = (): void => {
    if (isBusy) return;
    if (isShared) {
      void conference.localStream(StreamType.Desktop)?.unpublish();
      return;
    }
    setBusy(true);
    shareDesktop(conference, { audio: !conference.state.getSnapshot().isMixed })
      .catch(tell)
      .finally(() => setBusy(false));
  };

  return { isPossible, isShared, isBusy, toggle };
}
