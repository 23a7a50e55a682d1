import {
  argumentError,
  audienceError,
  mixedAudioError,
  repeatError,
  requireOpen,
  stateError,
} from '../conference/context.js';
import { conferencePort } from '../conference/port.js';
import type { Conference, LocalStream } from '../conference/types.js';
import { untilLeft } from '../conference/until-left.js';
import { stopTracks } from '../media/capture.js';
import { ConferenceType, Role, StreamType } from '../protocol/index.js';
import { desktopSources, openDesktop } from './capture.js';
import type { ShareDesktopOptions } from './types.js';

/** Conferences with an open selection dialog. */
const choosing = new WeakSet<Conference>();

/** Checks the rules of spec §5 before the user chooses a source. */
function check(conference: Conference, { audio }: ShareDesktopOptions): void {
  const now = conference.state.getSnapshot();
  requireOpen(now);
  if (now.role === Role.Audience) throw audienceError();
  if (now.type === ConferenceType.P2p) {
    throw stateError('nothing is published in a P2P conference: share with P2pCall of @lectern/rtc/p2p');
  }
  if (choosing.has(conference) || conference.localStream(StreamType.Desktop)) {
    throw repeatError(StreamType.Desktop);
  }
  if (now.isMixed && audio) throw mixedAudioError();
}

/**
 * Lets the user choose a screen, window or tab, and publishes it as a separate stream of type `StreamType.Desktop`
 * (spec §4, §5, §9). It ends by `unpublish()`, or when the user stops sharing in the browser's own bar or closes the
 * shared window; both emit `streamRemoved`. Call it from a user gesture.
 *
 * @throws {DesktopError} when there is nothing to share; `LecternError` for audience, a
 * second desktop stream, audio in a mixed conference and conferences that have ended; `push_fail` −203.
 * @example
 * const desktop = await shareDesktop(conference, { audio: true });
 * desktop.attach(video);
 * await desktop.unpublish();
 */
export async function shareDesktop(conference: Conference, options: ShareDesktopOptions = {}): Promise<LocalStream> {
  if (!conference?.id) throw argumentError('shareDesktop needs a conference', 'confr is not exist');
  check(conference, options);
  const { context } = conferencePort(conference);
  const { platform } = context;
  const { name, ext, signal } = options;
  choosing.add(conference);
  try {
    const media = await untilLeft(context, signal, (until) => openDesktop(platform, { ...options, signal: until }));
    try {
      return await conference.publish({
        type: StreamType.Desktop,
        media,
        screenOptions: desktopSources(platform, options),
        ...(name !== undefined && { name }),
        ...(ext !== undefined && { ext }),
        ...(signal && { signal }),
      });
    } catch (error) {
      stopTracks(media);
      throw error;
    }
  } finally {
    choosing.delete(conference);
  }
}
