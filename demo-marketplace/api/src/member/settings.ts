import {
  memberSettings,
  NOTIFY_TYPES,
  type MemberSettings,
  type RequestOf,
  type saveSettings,
} from '@lectern/marketplace-contract';
import type { MemberRow } from '../db/schema/index.js';

const BOTH = { inapp: true, email: true };
/** What is no business of one's own is not worth a mail for itself: the digest has it. */
const QUIET = { inapp: true, email: false };

/** What holds for who has chosen nothing. */
const DEFAULTS: MemberSettings = {
  notify: Object.fromEntries(
    NOTIFY_TYPES.map((type) => [type, type === 'follow' ? QUIET : BOTH]),
  ) as MemberSettings['notify'],
  digest: true,
  player: { rate: 1, caption: 'off', autoplay: true },
  theme: 'system',
};

type Changes = Omit<RequestOf<typeof saveSettings>, 'locale'>;

/** Settings with what is given changed, and all else as it was. */
export function mergeSettings(
  settings: MemberSettings,
  { notify = {}, player = {}, theme, digest }: Changes,
): MemberSettings {
  const channels = NOTIFY_TYPES.map((type) => [type, { ...settings.notify[type], ...notify[type] }] as const);
  return memberSettings.parse({
    notify: Object.fromEntries(channels),
    digest: digest ?? settings.digest,
    player: { ...settings.player, ...player },
    theme: theme ?? settings.theme,
  });
}

/** A member's settings; what was never chosen, or is known no longer, is as it is for everybody. */
export function settingsOf({ settings }: Pick<MemberRow, 'settings'>): MemberSettings {
  const notify = typeof settings['notify'] === 'object' ? settings['notify'] : {};
  const parsed = memberSettings.safeParse({ ...DEFAULTS, ...settings, notify: { ...DEFAULTS.notify, ...notify } });
  return parsed.success ? parsed.data : DEFAULTS;
}
