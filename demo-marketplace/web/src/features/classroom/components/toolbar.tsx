import { useConferenceState } from '@lectern/react';
import {
  Hand as HandIcon,
  Link2,
  LogOut,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  Settings2,
  UsersRound,
  Video,
  VideoOff,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { ToggleButton } from '../../../ui/toggle-button.js';
import { useCopyInvite } from '../hooks/use-copy-invite.js';
import type { OwnDesktop } from '../hooks/use-desktop.js';
import type { Hand } from '../hooks/use-hand.js';
import type { OwnMedia } from '../hooks/use-publisher.js';
import type { Meeting } from '../lib/entrance.js';

export type PanelName = 'members' | 'devices' | 'stats';

export interface ToolbarProps {
  readonly own: OwnMedia;
  readonly meeting: Meeting;
  readonly desktop: OwnDesktop;
  readonly hand: Hand;
  readonly panel: PanelName | undefined;
  readonly hasShortcuts: boolean;
  readonly onTogglePanel: (name: PanelName) => void;
  readonly onLeave: () => void;
}

const PLAIN =
  'relative flex min-h-12 min-w-12 flex-col items-center justify-center gap-0.5 rounded-2xl px-3 py-1.5 text-white transition-colors hover:bg-white/15 aria-expanded:bg-white/15';

/** The toolbar of a class. */
export function Toolbar({
  own,
  meeting,
  desktop,
  hand,
  panel,
  hasShortcuts,
  onTogglePanel,
  onLeave,
}: ToolbarProps): ReactElement {
  const t = useText();
  const copyInvite = useCopyInvite(meeting);
  const count = (useConferenceState(({ members }) => members.length) ?? 0) + 1;
  const shortcut = (key: string) => (hasShortcuts ? key : undefined);
  const shareLabel = t(desktop.isShared ? 'room.share.stop' : 'room.share');
  const ShareIcon = desktop.isShared ? MonitorX : MonitorUp;
  const leaveLabel = t('room.leave');
  return (
    <div
      role="toolbar"
      aria-label={t('room.toolbar')}
      className="flex items-center justify-center gap-1.5 px-2 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:gap-3"
    >
      {hand.isAudience ? (
        <button
          type="button"
          aria-label={t(hand.isRaised ? 'room.hand.lower' : 'room.hand')}
          aria-keyshortcuts={shortcut('H')}
          title={t(hand.isRaised ? 'room.hand.lower' : 'room.hand')}
          onClick={hand.toggle}
          className={`${PLAIN} ${hand.isRaised ? 'bg-accent text-on-accent hover:bg-accent-strong' : 'bg-white/15'}`}
        >
          <HandIcon aria-hidden className="size-5" />
          <span className="text-xs">{t(hand.isRaised ? 'room.hand.waiting' : 'room.hand')}</span>
        </button>
      ) : (
        <>
          <ToggleButton
            isOn={own.isMicrophoneOn}
            isBusy={own.switching === 'microphone'}
            label={t(own.isMicrophoneOn ? 'room.microphone.mute' : 'room.microphone.unmute')}
            caption={t('room.microphone.short')}
            shortcut={shortcut('M')}
            onIcon={Mic}
            offIcon={MicOff}
            onClick={own.toggleMicrophone}
          />
          <ToggleButton
            isOn={own.isCameraOn}
            isBusy={own.switching === 'camera'}
            label={t(own.isCameraOn ? 'room.camera.off' : 'room.camera.on')}
            caption={t('room.camera.short')}
            shortcut={shortcut('V')}
            onIcon={Video}
            offIcon={VideoOff}
            onClick={own.toggleCamera}
          />
          {desktop.isPossible && (
            <button
              type="button"
              aria-label={shareLabel}
              aria-keyshortcuts={shortcut('S')}
              aria-busy={desktop.isBusy}
              title={hasShortcuts ? `${shareLabel} (S)` : shareLabel}
              onClick={desktop.toggle}
              className={`${PLAIN} aria-busy:opacity-60 ${desktop.isShared ? 'bg-accent text-on-accent hover:bg-accent-strong' : ''}`}
            >
              <ShareIcon aria-hidden className="size-5" />
              <span className="hidden text-xs sm:block">{t('room.share.short')}</span>
            </button>
          )}
        </>
      )}
      <span aria-hidden className="mx-2 hidden h-8 w-px bg-line sm:block" />
      {!hand.isAudience && (
        <button
          type="button"
          aria-label={t('room.devices')}
          title={t('room.devices')}
          aria-expanded={panel === 'devices'}
          onClick={() => onTogglePanel('devices')}
          className={PLAIN}
        >
          <Settings2 aria-hidden className="size-5" />
          <span className="hidden text-xs sm:block">{t('room.devices')}</span>
        </button>
      )}
      <button
        type="button"
        aria-label={t('room.invite')}
        title={t('room.invite')}
        onClick={copyInvite}
        // A narrow screen has it in the list of members.
        className={`${PLAIN} max-sm:hidden`}
      >
        <Link2 aria-hidden className="size-5" />
        <span className="hidden text-xs sm:block">{t('room.invite.short')}</span>
      </button>
      <button
        type="button"
        aria-label={t('room.members')}
        title={t('room.members')}
        aria-expanded={panel === 'members'}
        onClick={() => onTogglePanel('members')}
        className={PLAIN}
      >
        <UsersRound aria-hidden className="size-5" />
        <span className="hidden text-xs sm:block">{t('room.members')}</span>
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 grid min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-5 font-medium text-on-accent"
        >
          {count}
        </span>
      </button>
      <span aria-hidden className="mx-2 hidden h-8 w-px bg-line sm:block" />
      <button
        type="button"
        aria-label={leaveLabel}
        aria-keyshortcuts={shortcut('L')}
        title={hasShortcuts ? `${leaveLabel} (L)` : leaveLabel}
        onClick={onLeave}
        className="flex min-h-12 min-w-12 flex-col items-center justify-center gap-0.5 rounded-2xl bg-danger px-3 py-1.5 text-on-danger transition-colors hover:bg-danger-hover sm:px-5"
      >
        <LogOut aria-hidden className="size-5" />
        <span className="hidden text-xs sm:block">{t('room.leave.short')}</span>
      </button>
    </div>
  );
}
