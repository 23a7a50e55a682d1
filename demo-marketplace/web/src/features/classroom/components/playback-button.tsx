import type { Conference } from '@lectern/rtc';
import { usePlaybackBlocked } from '@lectern/react';
import { Volume2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';

/** Shown while the browser's autoplay policy blocks the audio of the class. */
export function PlaybackButton({ conference }: { readonly conference: Conference }): ReactElement | null {
  const t = useText();
  if (!usePlaybackBlocked()) return null;
  return (
    <div className="absolute inset-x-0 bottom-3 z-10 flex justify-center px-3">
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 shadow-card">
        <span className="text-sm text-ink-soft">{t('room.playback.text')}</span>
        <button
          type="button"
          className="flex min-h-11 items-center gap-2 rounded-xl bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong"
          onClick={() => void conference.resumePlayback()}
        >
          <Volume2 aria-hidden className="size-5" />
          {t('room.playback')}
        </button>
      </div>
    </div>
  );
}
