import type { StreamSnapshot } from '@lectern/rtc';
import { useConference, useMember, useMemberStream, VideoView } from '@lectern/react';
import { MicOff } from 'lucide-react';
import { memo, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Spinner } from '../../../ui/spinner.js';
import { useControlState } from '../hooks/use-control.js';
import { isStreamControlled } from '../lib/controlled.js';
import { NetworkSign } from './network-sign.js';
import { TileMenu } from './tile-menu.js';

/** One member: video or initials, name, and connection state. */
export const Tile = memo(function Tile({ memberId }: { readonly memberId: string }): ReactElement | null {
  const t = useText();
  const member = useMember(memberId);
  const stream = useMemberStream(memberId);
  const isControlled =
    useControlState((snapshot) => stream?.isLocal === true && isStreamControlled(snapshot, stream.id)) ?? false;
  if (!member) return null;

  const name = member.displayName;
  const isHeard = stream !== undefined && !stream.audioMuted;
  const isSeen = stream !== undefined && !stream.videoMuted && stream.mediaStream !== undefined;
  return (
    <li className="shrink-0">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms, a tile is none
        role="group"
        aria-label={name}
        data-member-id={memberId}
        className="relative h-(--tile-height) w-(--tile-width) overflow-hidden rounded-2xl bg-surface [container-type:size]"
      >
        <Avatar
          name={name}
          className="absolute inset-x-0 top-[calc(50%-0.75rem)] mx-auto size-[min(7rem,44cqmin)] -translate-y-1/2 text-[min(2.75rem,17cqmin)]"
        />
        {stream && (
          <VideoView
            stream={stream}
            mirrored={stream.isLocal}
            tabIndex={-1}
            className={`absolute inset-0 size-full object-cover ${isSeen ? '' : 'invisible'}`}
          />
        )}
        <div className="absolute inset-x-2 bottom-2 flex items-center gap-2">
          <p className="flex min-w-0 items-center gap-1.5 rounded-lg bg-black/65 px-2 py-1 text-sm leading-5 text-white">
            {!isHeard && (
              <>
                <MicOff aria-hidden className="size-4 shrink-0 text-[#ff8f87]" />
                <span className="sr-only">{t('room.muted')}</span>
              </>
            )}
            <span className="truncate">{name}</span>
            {member.isLocal && <span className="shrink-0 text-white/70">· {t('room.you')}</span>}
            <NetworkSign streamId={stream?.id} />
          </p>
          {!isSeen && <span className="sr-only">{t('room.camera.isOff')}</span>}
        </div>
        {stream && !stream.isLocal && <LinkNote stream={stream} />}
        {isSeen && !stream.isLocal && <TileMenu streamId={stream.id} name={name} />}
        {isControlled && (
          <span
            aria-hidden
            data-testid="controlled-tile"
            className="pointer-events-none absolute inset-0 rounded-2xl ring-4 ring-[#f2c266] ring-inset"
          />
        )}
      </div>
    </li>
  );
});

/** The connection state of a stream; a failed one gets a button to retry. */
export function LinkNote({ stream }: { readonly stream: StreamSnapshot }): ReactElement | null {
  const t = useText();
  const conference = useConference();
  const [isRetrying, setRetrying] = useState(false);
  const { link, id } = stream;

  if (link === 'linked' || link === 'idle' || link === 'closed') return null;
  const note = 'absolute top-2 left-2 flex items-center gap-2 rounded-lg bg-black/65 px-2 py-1 text-xs text-white';
  if (link !== 'failed') {
    return (
      <p className={note}>
        <Spinner className="size-3.5" />
        {t(link === 'weak' || link === 'rebuilding' ? 'room.stream.weak' : 'room.stream.connecting')}
      </p>
    );
  }
  const retry = (): void => {
    setRetrying(true);
    // A failure shows in the link's state again.
    void conference
      ?.subscribe(id)
      .catch(() => undefined)
      .finally(() => setRetrying(false));
  };
  return (
    <div className={note}>
      {t('room.stream.failed')}
      <button
        type="button"
        aria-busy={isRetrying}
        onClick={retry}
        className="min-h-8 rounded-md bg-white/20 px-2 font-medium hover:bg-white/30"
      >
        {t('room.stream.retry')}
      </button>
    </div>
  );
}
