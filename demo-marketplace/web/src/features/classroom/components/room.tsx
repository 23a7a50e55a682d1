import type { Conference, DeviceList } from '@lectern/rtc';
import { useAutoSubscribe, useConferenceEvent } from '@lectern/react';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { ClassAddress } from '../../../lib/class-link.js';
import { toastError } from '../../../ui/toast.js';
import { useDesktop } from '../hooks/use-desktop.js';
import { useDeviceControl } from '../hooks/use-device-control.js';
import { useHand } from '../hooks/use-hand.js';
import { usePublisher } from '../hooks/use-publisher.js';
import { useShortcuts } from '../hooks/use-shortcuts.js';
import type { LocalMedia } from '../lib/local-media.js';
import { nameOf } from '../lib/names.js';
import { Announcer } from './announcer.js';
import { ConnectionStatus } from './connection-status.js';
import { DevicePanel } from './device-panel.js';
import { MemberPanel } from './member-panel.js';
import { PlaybackButton } from './playback-button.js';
import { RequestList } from './request-list.js';
import { Stage } from './stage.js';
import { Toolbar, type PanelName } from './toolbar.js';

export interface RoomProps {
  readonly conference: Conference;
  readonly devices: DeviceList;
  readonly media: LocalMedia;
  readonly address: ClassAddress;
  readonly onLeave: () => Promise<void>;
}

/** A class that goes on. */
export function Room({ conference, devices, media, address, onLeave }: RoomProps): ReactElement {
  const t = useText();
  const [panel, setPanel] = useState<PanelName>();
  const heading = useRef<HTMLHeadingElement>(null);
  const own = usePublisher(conference, media);
  const desktop = useDesktop(conference);
  const hand = useHand(conference);
  const control = useDeviceControl(conference, devices);
  const closePanel = useCallback(() => setPanel(undefined), []);
  const leave = (): void => void onLeave();
  const shortcuts = useShortcuts(
    hand.isAudience
      ? { H: hand.toggle, L: leave }
      : { M: own.toggleMicrophone, V: own.toggleCamera, S: desktop.toggle, L: leave },
  );

  useAutoSubscribe({
    onError: ({ memberId, memberName }) => {
      const member = conference.state.getSnapshot().members.find(({ id }) => id === memberId);
      // Somebody who left meanwhile is no error.
      if (member)
        toastError(t('room.error.subscribe', { name: nameOf({ nickName: member.nickName, name: memberName }) }));
    },
  });
  useConferenceEvent('codecUnsupported', ({ memberName }) =>
    toastError(t('room.error.codec', { name: nameOf({ nickName: '', name: memberName }) })),
  );
  useConferenceEvent('error', (error) => reportError(error));

  useEffect(() => heading.current?.focus(), []);

  return (
    <main className="stage flex h-dvh flex-col overflow-hidden bg-paper text-ink">
      <header className="flex items-center justify-between gap-3 px-3 py-2 sm:px-5">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 truncate font-medium outline-none" title={address.room}>
          <span className="sr-only">{t('room.title', { room: '' })}</span>
          {address.room}
        </h1>
        <ConnectionStatus />
      </header>
      <div className="relative flex min-h-0 grow">
        <Stage address={address} />
        {panel === 'members' && (
          <MemberPanel conference={conference} address={address} shortcuts={shortcuts} onClose={closePanel} />
        )}
        {panel === 'devices' && <DevicePanel devices={devices} control={control} onClose={closePanel} />}
        <RequestList conference={conference} />
        <PlaybackButton conference={conference} />
      </div>
      <Toolbar
        own={own}
        address={address}
        desktop={desktop}
        hand={hand}
        panel={panel}
        hasShortcuts={shortcuts.isEnabled}
        onTogglePanel={(name) => setPanel((open) => (open === name ? undefined : name))}
        onLeave={leave}
      />
      <Announcer />
    </main>
  );
}
