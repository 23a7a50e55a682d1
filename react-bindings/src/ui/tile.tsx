import { StreamType } from '@lectern/rtc';
import { readTile, useIsSpeaking, useMember, useMemberStream, useStream, VideoView, type TileId } from '@lectern/react';
import { memo, type ReactElement } from 'react';
import { useTexts } from './texts.js';

/** Props of {@link Tile}. */
export interface TileProps {
  readonly tile: TileId;
  readonly isPinned?: boolean;
  /** Shows a button that pins the tile, or with undefined releases it. The same function should be given each time. */
  readonly onPin?: ((tile: TileId | undefined) => void) | undefined;
}

/**
 * A member's camera, or a shared screen: picture or initial, name, mute, and whether the member talks. It is silent:
 * sound is the renderer's.
 */
export const Tile = /* @__PURE__ */ memo(function Tile({
  tile,
  isPinned = false,
  onPin,
}: TileProps): ReactElement | null {
  const text = useTexts();
  const { kind, id } = readTile(tile);
  const isScreen = kind === 'screen';
  const screen = useStream(isScreen ? id : '');
  const memberId = isScreen ? (screen?.memberId ?? '') : id;
  const member = useMember(memberId);
  const camera = useMemberStream(memberId, StreamType.Video);
  const isTalking = useIsSpeaking(isScreen ? '' : memberId);
  if (!member || (isScreen && !screen)) return null;

  const stream = isScreen ? screen : camera;
  const isSeen = stream?.mediaStream !== undefined && !stream.videoMuted;
  const isMuted = !isScreen && (camera === undefined || camera.audioMuted);
  const name = isScreen ? text('screenOf', { name: member.displayName }) : member.displayName;
  return (
    <li className="lectern-tile" data-tile={tile} data-talking={isTalking} data-screen={isScreen}>
      {stream && (
        <VideoView stream={stream} muted mirrored={stream.isLocal && !isScreen} hidden={!isSeen} tabIndex={-1} />
      )}
      {!isSeen && (
        <span aria-hidden className="lectern-initial">
          {Array.from(member.displayName)[0]?.toUpperCase()}
        </span>
      )}
      <p className="lectern-name">
        {isMuted && (
          <>
            <span aria-hidden>🔇</span>
            <span className="lectern-hidden">{text('muted')}</span>
          </>
        )}
        {name}
        {member.isLocal && ` (${text('you')})`}
      </p>
      {onPin && (
        <button
          type="button"
          className="lectern-pin"
          aria-pressed={isPinned}
          aria-label={text('pin', { name })}
          onClick={() => onPin(isPinned ? undefined : tile)}
        >
          📌
        </button>
      )}
    </li>
  );
});
