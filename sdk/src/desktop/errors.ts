import { LecternError } from '../core/errors.js';
import { OPEN_USER_MEDIA_FAIL_CODE, type ErrorType } from '../protocol/index.js';

/** Reasons for a failed capture, by the names of spec §8. "Access approved" is the call that resolves. */
export type DesktopOutcome =
  /** The user closed the chooser, or policy or system deny the capture. @remedy Nothing, or offer to share again. */
  | 'OpenDesktopMediaAccessDenied'
  /** Screens cannot be captured here. @remedy Use a current desktop browser over https. */
  | 'ShareDesktopExtensionNotFound';

/** The desktop could not be opened: `open_user_media_fail` −201. */
export class DesktopError extends LecternError {
  /** Undefined for other failures, e.g. when the system could not capture the window. */
  readonly outcome: DesktopOutcome | undefined;

  constructor(message: string, outcome?: DesktopOutcome, cause?: unknown, specMessage?: string) {
    const isMissing = outcome === 'ShareDesktopExtensionNotFound';
    super(message, {
      reason: isMissing ? 'unsupported' : outcome ? 'permission' : 'media',
      code: OPEN_USER_MEDIA_FAIL_CODE,
      errorType: 'open_user_media_fail' satisfies ErrorType,
      cause,
      specMessage,
    });
    this.name = 'DesktopError';
    this.outcome = outcome;
  }
}

export const deniedError = (cause?: unknown): DesktopError =>
  new DesktopError('the user chose nothing to share', 'OpenDesktopMediaAccessDenied', cause, 'User denied access');

export const notFoundError = (): DesktopError =>
  new DesktopError(
    'screens cannot be captured here: use a current desktop browser over https',
    'ShareDesktopExtensionNotFound',
    undefined,
    'Rtc share desktop not loaded',
  );
