import { useCallback, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { clockText } from '../../../lib/clock-text.js';

export interface VideoPreviewProps {
  readonly name: string;
  /** Address of the video, or a file of this device that is not uploaded yet. */
  readonly source: string | File;
  /** Length in seconds; undefined until the server has checked the file, so that the browser reads it. */
  readonly seconds?: number;
}

/** Plays a video of the mentor, and says how long it is; without the player where the browser cannot play it. */
export function VideoPreview({ name, source, seconds }: VideoPreviewProps): ReactElement {
  const t = useText();
  const [read, setRead] = useState<number>();
  const [isBroken, setIsBroken] = useState(false);
  const length = seconds ?? read;
  const connect = useCallback(
    (video: HTMLVideoElement) => {
      const url = typeof source === 'string' ? source : URL.createObjectURL(source);
      video.src = url;
      return () => {
        if (typeof source !== 'string') URL.revokeObjectURL(url);
      };
    },
    [source],
  );
  return (
    <div className="grid justify-items-start gap-2">
      {!isBroken && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its mentor previews it, and adds captions beside it
        <video
          ref={connect}
          controls
          playsInline
          preload="metadata"
          aria-label={t('mentor.video.preview', { name })}
          onLoadedMetadata={({ currentTarget: { duration } }) => setRead(duration)}
          onError={() => setIsBroken(true)}
          className="aspect-video w-full max-w-md rounded-xl bg-black"
        />
      )}
      {length !== undefined && Number.isFinite(length) && (
        <p className="text-sm text-ink-soft tabular-nums">{t('mentor.video.length', { length: clockText(length) })}</p>
      )}
    </div>
  );
}
