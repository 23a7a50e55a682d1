import type { StreamSnapshot } from '@lectern/rtc';
import { useConference, useMember, useStream } from '@lectern/react';
import { Expand, MonitorUp } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { useControlState } from '../hooks/use-control.js';
import { nameOf } from '../lib/names.js';
import { ControlledPicture } from './controlled-picture.js';
import { LinkNote } from './tile.js';
import { TileMenu } from './tile-menu.js';

/** A shared screen, uncropped. The own one is shown only while somebody points at it, because it may contain itself. */
export function DesktopTile({ streamId }: { readonly streamId: string }): ReactElement | null {
  const t = useText();
  const stream = useStream(streamId);
  const member = useMember(stream?.memberId ?? '');
  const picture = useRef<HTMLDivElement>(null);
  if (!stream) return null;

  const name = member?.displayName ?? nameOf({ nickName: '', name: stream.memberName });
  const label = t('room.share.of', { name });
  if (stream.isLocal) return <OwnDesktop stream={stream} label={label} name={name} />;

  const isSeen = stream.mediaStream !== undefined && !stream.videoMuted;
  return (
    <div
      ref={picture}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms, a tile is none
      role="group"
      aria-label={label}
      className="relative min-h-0 grow overflow-hidden rounded-2xl bg-black"
    >
      <ControlledPicture stream={stream} name={name} isSeen={isSeen} />
      <p className="pointer-events-none absolute bottom-2 left-2 max-w-[calc(100%-4.5rem)] truncate rounded-lg bg-black/65 px-2 py-1 text-sm text-white">
        {label}
      </p>
      {document.fullscreenEnabled && (
        <button
          type="button"
          aria-label={t('room.share.fullscreen')}
          title={t('room.share.fullscreen')}
          // The whole tile goes full screen, so that drawings are included.
          onClick={() => void picture.current?.requestFullscreen().catch(() => undefined)}
          className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-xl bg-black/65 text-white hover:bg-black/85"
        >
          <Expand aria-hidden className="size-5" />
        </button>
      )}
      <LinkNote stream={stream} />
      {isSeen && <TileMenu streamId={streamId} name={name} hasCamera={false} />}
    </div>
  );
}

interface OwnDesktopProps {
  readonly stream: StreamSnapshot;
  readonly name: string;
  readonly label: string;
}

function OwnDesktop({ stream, name, label }: OwnDesktopProps): ReactElement {
  const t = useText();
  const conference = useConference();
  const isPointedAt =
    useControlState(({ controllers }) => controllers.some(({ streamId }) => streamId === stream.id)) ?? false;
  const stop = (): void => void conference?.localStream(stream.type)?.unpublish();
  if (isPointedAt) {
    return (
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms, a tile is none
        role="group"
        aria-label={label}
        className="relative min-h-0 grow overflow-hidden rounded-2xl bg-black ring-4 ring-[#f2c266] ring-inset"
      >
        <div className="absolute inset-1">
          <ControlledPicture stream={stream} name={name} isSeen />
        </div>
        <Button look="danger" className="absolute right-3 bottom-3" onClick={stop}>
          {t('room.share.stop')}
        </Button>
      </div>
    );
  }
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
      <Button look="danger" className="mt-3" onClick={stop}>
        {t('room.share.stop')}
      </Button>
    </div>
  );
}
