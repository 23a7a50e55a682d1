import { StreamType } from '@lectern/rtc';
import { useMember, useStream, type RemoteControlSnapshot } from '@lectern/react';
import type { OwnMediaState, PointerSnapshot } from '@lectern/rtc/remote-control';
import { OctagonX, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useStopControl } from '../hooks/use-class-control.js';
import { useControl, useControlState } from '../hooks/use-control.js';
import { isChanged, isControlled } from '../lib/controlled.js';
import { PressedKeys } from './pressed-keys.js';

const itself = (snapshot: RemoteControlSnapshot): RemoteControlSnapshot => snapshot;

/** Shows who controls the own video and how, with a button to stop it. It stays visible until the control ends. */
export function ControlBanner({ shortcut }: { readonly shortcut: string | undefined }): ReactElement {
  const t = useText();
  const control = useControl();
  const snapshot = useControlState(itself);
  const stop = useStopControl(control);
  const isOn = snapshot !== undefined && isControlled(snapshot);
  const stopLabel = t('room.control.stop.all');
  return (
    <div aria-live="assertive" className="shrink-0">
      {isOn && (
        <div
          data-testid="controlled"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-[#f2c266] px-3 py-2 text-[#211700] sm:px-5"
        >
          <TriangleAlert aria-hidden className="size-6 shrink-0" />
          <ul className="min-w-0 grow basis-48 leading-snug font-medium">
            {snapshot.controllers.map((pointer) => (
              <Pointing key={pointer.controlId} pointer={pointer} />
            ))}
            {snapshot.mediaMembers.map((id) => (
              <MayUseCamera key={id} memberId={id} />
            ))}
            {Object.entries(snapshot.ownMedia)
              .filter(([, state]) => isChanged(state))
              .map(([id, state]) => (
                <Changes key={id} state={state} />
              ))}
          </ul>
          <button
            type="button"
            aria-label={stopLabel}
            aria-keyshortcuts={shortcut}
            title={shortcut === undefined ? stopLabel : `${stopLabel} (${shortcut})`}
            onClick={stop}
            className="flex min-h-11 shrink-0 items-center gap-2 rounded-xl bg-[#9c1f17] px-5 font-semibold text-white outline-offset-2 outline-[#211700] hover:bg-[#7d1711]"
          >
            <OctagonX aria-hidden className="size-5" />
            {t('room.control.stop')}
          </button>
        </div>
      )}
    </div>
  );
}

const useNameOf = (memberId: string): string => {
  const member = useMember(memberId);
  return member?.displayName ?? '';
};

function Pointing({ pointer }: { readonly pointer: PointerSnapshot }): ReactElement {
  const t = useText();
  const name = useNameOf(pointer.memberId);
  const isScreen = useStream(pointer.streamId)?.type === StreamType.Desktop;
  return (
    <li>
      {t(isScreen ? 'room.control.by.screen' : 'room.control.by.camera', { name })}{' '}
      <PressedKeys controlId={pointer.controlId} />
    </li>
  );
}

function MayUseCamera({ memberId }: { readonly memberId: string }): ReactElement {
  const t = useText();
  return <li>{t('room.control.by.media', { name: useNameOf(memberId) })}</li>;
}

function Changes({ state }: { readonly state: OwnMediaState }): ReactElement {
  const t = useText();
  const name = useNameOf(state.memberId);
  return (
    <>
      {state.zoom > 1 && <li>{t('room.control.by.zoom', { name, factor: Math.round(state.zoom * 10) / 10 })}</li>}
      {state.isFrozen && <li>{t('room.control.by.freeze', { name })}</li>}
      {state.torch && <li>{t('room.control.by.torch', { name })}</li>}
    </>
  );
}
