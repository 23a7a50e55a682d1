import type { Conference, DeviceList } from '@lectern/rtc';
import { qualityOf } from '@lectern/rtc/quality';
import { useAutoSubscribe, useConferenceEvent } from '@lectern/react';
import { Activity } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastError } from '../../../ui/toast.js';
import { useClassControl, useStopControl } from '../hooks/use-class-control.js';
import { ControlContext } from '../hooks/use-control.js';
import { useDesktop } from '../hooks/use-desktop.js';
import { useDeviceControl } from '../hooks/use-device-control.js';
import { useHand } from '../hooks/use-hand.js';
import { usePublisher } from '../hooks/use-publisher.js';
import { QualityContext } from '../hooks/use-quality.js';
import { useQualityUpload } from '../hooks/use-quality-upload.js';
import { useShortcuts } from '../hooks/use-shortcuts.js';
import type { Meeting } from '../lib/entrance.js';
import type { LocalMedia } from '../lib/local-media.js';
import { nameOf } from '../lib/names.js';
import { Announcer } from './announcer.js';
import { ConnectionStatus } from './connection-status.js';
import { ConsentDialog } from './consent-dialog.js';
import { ControlBanner } from './control-banner.js';
import { ControlBars } from './control-bar.js';
import { DevicePanel } from './device-panel.js';
import { LeaveDialog } from './leave-dialog.js';
import { MemberPanel } from './member-panel.js';
import { NetworkNotice } from './network-notice.js';
import { PlaybackButton } from './playback-button.js';
import { RequestList } from './request-list.js';
import { Stage } from './stage.js';
import { StatsPanel } from './stats-panel.js';
import { Toolbar, type PanelName } from './toolbar.js';

export interface RoomProps {
  readonly conference: Conference;
  readonly devices: DeviceList;
  readonly media: LocalMedia;
  readonly meeting: Meeting;
  /** The user's, for the server's record of the connection. */
  readonly token: string;
  readonly onLeave: () => Promise<void>;
}

/** The screen of a class in progress. */
export function Room({ conference, devices, media, meeting, token, onLeave }: RoomProps): ReactElement {
  const t = useText();
  const [panel, setPanel] = useState<PanelName>();
  const heading = useRef<HTMLHeadingElement>(null);
  const own = usePublisher(conference, media);
  const desktop = useDesktop(conference);
  const hand = useHand(conference);
  const control = useDeviceControl(conference, devices);
  const remote = useClassControl(conference, control);
  const stopControl = useStopControl(remote.control);
  const quality = useMemo(() => qualityOf(conference), [conference]);
  useQualityUpload(conference, token);
  const closePanel = useCallback(() => setPanel(undefined), []);
  const togglePanel = (name: PanelName): void => setPanel((open) => (open === name ? undefined : name));
  const toggleStats = (): void => togglePanel('stats');
  const leave = (): void => void onLeave();
  const [isLeaving, setLeaving] = useState(false);
  const askToLeave = (): void => setLeaving(true);
  const isHost = meeting.hostedSession !== undefined;
  const shortcuts = useShortcuts(
    hand.isAudience
      ? { H: hand.toggle, N: toggleStats, L: askToLeave, X: stopControl }
      : {
          M: own.toggleMicrophone,
          V: own.toggleCamera,
          S: desktop.toggle,
          N: toggleStats,
          L: askToLeave,
          X: stopControl,
        },
  );

  useAutoSubscribe({
    onError: ({ memberId }) => {
      const member = conference.state.getSnapshot().members.find(({ id }) => id === memberId);
      // A member who left meanwhile is no error.
      if (member) toastError(t('room.error.subscribe', { name: member.displayName }));
    },
  });
  useConferenceEvent('codecUnsupported', ({ memberName }) =>
    toastError(t('room.error.codec', { name: nameOf({ nickName: '', name: memberName }) })),
  );
  useConferenceEvent('error', (error) => reportError(error));

  useEffect(() => heading.current?.focus(), []);

  return (
    <QualityContext value={quality}>
      <ControlContext value={remote}>
        <main className="stage flex h-dvh flex-col overflow-hidden bg-paper text-ink">
          <header className="flex items-center justify-between gap-3 px-3 py-2 sm:px-5">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 truncate font-medium outline-none" title={meeting.title}>
              <span className="sr-only">{t('room.title', { room: '' })}</span>
              {meeting.title}
            </h1>
            <span className="flex min-w-0 shrink-0 items-center gap-1">
              <ConnectionStatus />
              <button
                type="button"
                aria-label={t('room.stats')}
                aria-expanded={panel === 'stats'}
                aria-keyshortcuts={shortcuts.isEnabled ? 'N' : undefined}
                title={shortcuts.isEnabled ? `${t('room.stats')} (N)` : t('room.stats')}
                onClick={toggleStats}
                className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-white/10 aria-expanded:bg-white/15"
              >
                <Activity aria-hidden className="size-5" />
              </button>
            </span>
          </header>
          <ControlBanner shortcut={shortcuts.isEnabled ? 'X' : undefined} />
          <div className="relative flex min-h-0 grow">
            <Stage meeting={meeting} />
            {panel === 'members' && (
              <MemberPanel conference={conference} meeting={meeting} shortcuts={shortcuts} onClose={closePanel} />
            )}
            {panel === 'devices' && <DevicePanel devices={devices} control={control} onClose={closePanel} />}
            {panel === 'stats' && <StatsPanel onClose={closePanel} />}
            <NetworkNotice />
            <RequestList conference={conference} />
            <PlaybackButton conference={conference} />
          </div>
          <ControlBars />
          <Toolbar
            own={own}
            meeting={meeting}
            desktop={desktop}
            hand={hand}
            panel={panel}
            hasShortcuts={shortcuts.isEnabled}
            onTogglePanel={togglePanel}
            onLeave={isHost ? askToLeave : leave}
          />
          <Announcer />
          <ConsentDialog />
          {isLeaving && (
            <LeaveDialog conference={conference} mayEnd={isHost} onLeave={leave} onClose={() => setLeaving(false)} />
          )}
        </main>
      </ControlContext>
    </QualityContext>
  );
}
