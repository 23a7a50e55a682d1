import { switchTheme } from '../../../lib/theme.js';
import { forgetStored, readStored } from '../../../lib/storage.js';

/** `system`: as the device is set. */
export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The theme chosen in this browser; `system` if there is none. */
export const themeChoice = (): ThemeChoice => THEME_CHOICES.find((one) => one === readStored('theme')) ?? 'system';

/** Applies a theme, or that of the device, and stores the choice for the next visit. */
export function chooseTheme(choice: ThemeChoice): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  switchTheme(choice === 'system' ? (isDark ? 'dark' : 'light') : choice);
  if (choice === 'system') forgetStored('theme');
}
