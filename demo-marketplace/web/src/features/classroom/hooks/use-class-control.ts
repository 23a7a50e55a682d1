import type { Conference } from '@lectern/rtc';
import type { DeviceControl } from '@lectern/rtc/devices';
import { useRemoteControl } from '@lectern/react';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Store } from '../../../lib/store.js';
import { toastError, toastInfo } from '../../../ui/toast.js';
import { FIRST_TOOLS } from '../lib/control-tools.js';
import { endedTextOf, overTextOf } from '../lib/control-words.js';
import { nameOf } from '../lib/names.js';
import type { ClassControl } from './use-control.js';

/**
 * Remote control during a class, in both directions. Actions of others and the end of a control are shown as toasts.
 */
export function useClassControl(conference: Conference, devices: DeviceControl): ClassControl {
  const t = useText();
  const [tools] = useState(() => new Store(FIRST_TOOLS));
  const control = useRemoteControl({
    switchCamera: () => devices.switchCamera(),
    onError: (error) => toastError(error instanceof Error ? error.message : String(error)),
  });

  useEffect(() => {
    if (!control) return undefined;
    /** Also of those who just left. */
    const names = new Map<string, string>();
    const learn = (): void => {
      for (const member of conference.state.getSnapshot().members) names.set(member.id, nameOf(member));
    };
    learn();
    const nameOfId = (id: string): string => names.get(id) ?? '';
    const stop = [
      conference.state.subscribe(learn),
      control.remote.on('pointerEnded', ({ memberId }, reason) => {
        const text = endedTextOf(reason);
        if (text) toastInfo(t(text, { name: nameOfId(memberId) }));
      }),
      control.host.on('freed', ({ memberId }, reason) => {
        const text = overTextOf(reason);
        if (text) toastInfo(t(text, { name: nameOfId(memberId) }));
      }),
      control.host.on('picture', (_, __, memberId) =>
        toastInfo(t('room.control.picture.taken', { name: nameOfId(memberId) })),
      ),
    ];
    return () => stop.forEach((dispose) => dispose());
  }, [control, conference, t]);

  return useMemo(() => ({ control, tools }), [control, tools]);
}

/** Ends every control of the own video; a camera that could not be reopened is reported as a toast. */
export function useStopControl(control: ClassControl['control']): () => void {
  const t = useText();
  return () => {
    control?.stop().catch(() => toastError(t('room.control.stop.failed')));
  };
}
