import { useMember, useStream } from '@lectern/react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useControlState } from '../hooks/use-control.js';
import { isStreamControlled } from '../lib/controlled.js';
import { nameOf } from '../lib/names.js';
import { ControlledPicture } from './controlled-picture.js';
import { LinkNote } from './tile.js';
import { TileMenu } from './tile-menu.js';

/** The video of a camera under pointer control, large and uncropped. */
export function ControlTile({ streamId }: { readonly streamId: string }): ReactElement | null {
  const t = useText();
  const stream = useStream(streamId);
  const member = useMember(stream?.memberId ?? '');
  const isOwnControlled = useControlState((snapshot) => isStreamControlled(snapshot, streamId)) ?? false;
  if (!stream) return null;

  const name = member?.displayName ?? nameOf({ nickName: '', name: stream.memberName });
  const isSeen = stream.mediaStream !== undefined && !stream.videoMuted;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms, a tile is none
      role="group"
      aria-label={name}
      className={`relative min-h-0 grow overflow-hidden rounded-2xl bg-black ${stream.isLocal && isOwnControlled ? 'ring-4 ring-[#f2c266] ring-inset' : ''}`}
    >
      <div className={`absolute ${stream.isLocal && isOwnControlled ? 'inset-1' : 'inset-0'}`}>
        <ControlledPicture stream={stream} name={name} mirrored={stream.isLocal} isSeen={isSeen} />
      </div>
      <p className="pointer-events-none absolute bottom-2 left-2 max-w-[calc(100%-4.5rem)] truncate rounded-lg bg-black/65 px-2 py-1 text-sm text-white">
        {name}
        {stream.isLocal && <span className="text-white/70"> · {t('room.you')}</span>}
      </p>
      {!isSeen && <span className="sr-only">{t('room.camera.isOff')}</span>}
      {!stream.isLocal && <LinkNote stream={stream} />}
      {!stream.isLocal && <TileMenu streamId={streamId} name={name} />}
    </div>
  );
}
