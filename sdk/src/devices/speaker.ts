import { conferencePort } from '../conference/port.js';
import type { Conference } from '../conference/types.js';
import { LecternError } from '../core/errors.js';

/**
 * Plays everything that a conference has attached to elements, its mix included, on this speaker from now on.
 * @param deviceId of a speaker of `DeviceList`; the empty text is the system's own
 * @throws {LecternError} reason `unsupported` where the browser does not let pages choose, `media` for a speaker that is
 * not there or not allowed; a speaker that was chosen before stays in use.
 */
export async function setSpeaker(conference: Conference, deviceId: string): Promise<void> {
  const { playback, platform } = conferencePort(conference).context;
  const element = platform.createAudioElement?.();
  if (!element?.setSinkId) {
    throw new LecternError('this browser plays on the speaker of the system alone', { reason: 'unsupported' });
  }
  try {
    // Tried first, so that elements are not left on different speakers.
    await element.setSinkId(deviceId);
    await playback.setSpeaker(deviceId);
  } catch (cause) {
    throw new LecternError('the speaker cannot be used: choose another one', { reason: 'media', cause });
  }
}
