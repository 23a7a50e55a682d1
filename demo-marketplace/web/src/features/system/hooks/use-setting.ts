import { saveSettings, type MemberSettings, type RequestOf } from '@lectern/marketplace-contract';
import { useRef } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { toastDone } from '../../../ui/toast.js';

export interface SettingSaver {
  /** Why the last change was not kept. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly save: (changes: RequestOf<typeof saveSettings>) => Promise<void>;
}

/** Keeps each change of a setting as soon as it is made. */
export function useSetting(onSaved: (settings: MemberSettings) => void): SettingSaver {
  const t = useText();
  const { problem, isBusy, call } = useCall(saveSettings);
  const last = useRef(Promise.resolve());
  const keep = async (changes: RequestOf<typeof saveSettings>): Promise<void> => {
    const saved = await call(changes);
    if (saved === undefined) return;
    onSaved(saved);
    toastDone(t('system.saved'));
  };
  return {
    problem,
    isBusy,
    // Changes are saved one after the other, because each answer contains all settings.
    save: (changes) => (last.current = last.current.then(() => keep(changes))),
  };
}
