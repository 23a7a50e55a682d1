import {
  memberSettings,
  NOTIFY_TYPES,
  type MemberSettings,
  type RequestOf,
  type saveSettings,
} from '@lectern/marketplace-contract';
import type { MemberRow } from '../db/schema/index.js';

const BOTH = { inapp: true, email: true };
/** No mail by default for events that need no action: the digest contains them. */
const QUIET = { inapp: true, email: false };

/** Default settings. */
const DEFAULTS: MemberSettings = {
  notify: Object.fromEntries(
    NOTIFY_TYPES.map((type) => [type, type === 'follow' ? QUIET : BOTH]),
  ) as MemberSettings['notify'],
  digest: true,
  player: { rate: 1, caption: 'off', autoplay: true },
  theme: 'system',
};

type Changes = Omit<RequestOf<typeof saveSettings>, 'locale'>;

/** Settings with the given changes applied. */
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

/** A member's settings; missing and unknown entries have the defaults. */
export function settingsOf({ settings }: Pick<MemberRow, 'settings'>): MemberSettings {
  const notify = typeof settings['notify'] === 'object' ? settings['notify'] : {};
  const parsed = memberSettings.safeParse({ ...DEFAULTS, ...settings, notify: { ...DEFAULTS.notify, ...notify } });
  return parsed.success ? parsed.data : DEFAULTS;
}
