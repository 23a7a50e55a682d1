/** Sharing a screen, window or tab. */
export { canShareDesktop, openDesktop, type DesktopPlatform, type DesktopWays } from './capture.js';
export { createSourceChooser, type SourceChooserTexts } from './chooser.js';
export { DesktopError, type DesktopOutcome } from './errors.js';
export { shareDesktop } from './share.js';
export type {
  DesktopCaptureOptions,
  DesktopExtension,
  DesktopSourceKind,
  ElectronDesktop,
  ElectronSource,
  ShareDesktopOptions,
} from './types.js';
