import { useConference, useMember, useStream, VideoView } from '@lectern/react';
import { Expand, MonitorUp } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { nameOf } from '../lib/names.js';
import { LinkNote } from './tile.js';

/** A shared screen, whole. The own one is not shown: it would show itself in itself. */
export function DesktopTile({ streamId }: { readonly streamId: string }): ReactElement | null {
  const t = useText();
  const conference = useConference();
  const stream = useStream(streamId);
  const member = useMember(stream?.memberId ?? '');
  const picture = useRef<HTMLVideoElement>(null);
  if (!stream) return null;

  const name = nameOf(member ?? { nickName: '', name: stream.memberName });
  const label = t('room.share.of', { name });
  if (stream.isLocal) {
    return (
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms, a tile is none
        role="group"
        aria-label={label}
        className="grid min-h-0 grow place-content-center justify-items-center gap-1 overflow-y-auto rounded-2xl border-2 border-dashed border-line p-4 text-center"
      >
        <MonitorUp aria-hidden className="size-8 text-accent" />
        <h2 className="text-lg font-medium">{t('room.share.own')}</h2>
        <p className="text-sm text-ink-soft">{t('room.share.own.text')}</p>
        <Button look="danger" className="mt-3" onClick={() => void conference?.localStream(stream.type)?.unpublish()}>
          {t('room.share.stop')}
        </Button>
      </div>
    );
  }

  const isSeen = stream.mediaStream !== undefined && !stream.videoMuted;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms, a tile is none
      role="group"
      aria-label={label}
      className="relative min-h-0 grow overflow-hidden rounded-2xl bg-black"
    >
      <VideoView
        ref={picture}
        stream={stream}
        tabIndex={-1}
        className={`absolute inset-0 size-full object-contain ${isSeen ? '' : 'invisible'}`}
      />
      <p className="absolute bottom-2 left-2 max-w-[calc(100%-4.5rem)] truncate rounded-lg bg-black/65 px-2 py-1 text-sm text-white">
        {label}
      </p>
      {document.fullscreenEnabled && (
        <button
          type="button"
          aria-label={t('room.share.fullscreen')}
          title={t('room.share.fullscreen')}
          onClick={() => void picture.current?.requestFullscreen().catch(() => undefined)}
          className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-xl bg-black/65 text-white hover:bg-black/85"
        >
          <Expand aria-hidden className="size-5" />
        </button>
      )}
      <LinkNote stream={stream} />
    </div>
  );
}
