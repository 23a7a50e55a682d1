import { race, throwIfAborted } from '../core/abort.js';
import { stopTracks } from '../media/capture.js';
import type { Platform } from '../platform/types.js';
import { createSourceChooser } from './chooser.js';
import { displayOptions, sourceConstraints } from './constraints.js';
import { DesktopError, deniedError, notFoundError } from './errors.js';
import type { DesktopCaptureOptions, DesktopExtension, DesktopSourceKind, ElectronDesktop } from './types.js';

/** Side of the largest thumbnail, in px (spec §9). */
const THUMBNAIL_SIZE = { width: 230, height: 230 };

/** Parts of the platform that desktop capture needs. */
export type DesktopPlatform = Pick<Platform, 'info' | 'media'>;

/** Methods of desktop capture besides the browser's own. */
export type DesktopWays = Pick<DesktopCaptureOptions, 'electron' | 'extension'>;

const isLoaded = ({ markerId, document = globalThis.document }: DesktopExtension): boolean =>
  document?.getElementById(markerId) != null;

/** Selects the method of desktop capture on this platform; undefined if there is none. */
function wayOf({ info, media }: DesktopPlatform, { electron, extension }: DesktopWays) {
  if (!media) return undefined;
  if (electron && info.browser === 'electron') return 'electron';
  if (media.getDisplayMedia) return 'display';
  return extension && isLoaded(extension) ? 'extension' : undefined;
}

/** True if a desktop can be shared here; an extension may be loaded later than the page. */
export const canShareDesktop = (platform: DesktopPlatform, ways: DesktopWays = {}): boolean =>
  wayOf(platform, ways) !== undefined;

/** The sources that are offered (spec §9). */
export const desktopSources = (
  { info }: DesktopPlatform,
  { sources }: DesktopCaptureOptions,
): readonly DesktopSourceKind[] =>
  sources ?? (info.browser === 'electron' ? ['screen', 'window'] : ['screen', 'window', 'tab']);

async function chooseElectron(
  { getSources, choose = createSourceChooser() }: ElectronDesktop,
  types: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const sources = await getSources({ types, thumbnailSize: THUMBNAIL_SIZE });
  throwIfAborted(signal);
  return (await choose(sources, signal))?.id;
}

async function open(platform: DesktopPlatform, options: DesktopCaptureOptions): Promise<MediaStream> {
  const { electron, extension, signal } = options;
  const { media } = platform;
  const sources = desktopSources(platform, options);
  const way = wayOf(platform, options);
  if (!media || !way) throw notFoundError();
  if (way === 'display' && media.getDisplayMedia) {
    return media.getDisplayMedia(displayOptions(options, sources, media.getSupportedConstraints?.() ?? {}));
  }
  const isElectron = way === 'electron' && electron;
  const id = await (isElectron ? chooseElectron(electron, sources, signal) : extension?.requestSource(sources));
  if (id === undefined) throw deniedError();
  throwIfAborted(signal);
  try {
    return await media.getUserMedia(sourceConstraints(id, options));
  } catch (cause) {
    // Most systems capture no audio of windows or screens: then the video is captured alone.
    if (!options.audio || (cause as Error).name === 'NotAllowedError') throw cause;
    throwIfAborted(signal);
    return media.getUserMedia(sourceConstraints(id, { ...options, audio: false }));
  }
}

/**
 * Lets the user choose a screen, window or tab, and opens it. Call it from a user gesture: browsers require one.
 * Rejects at once when the signal is aborted; a later choice of the user is stopped (spec §2, §8).
 * @throws {DesktopError} `OpenDesktopMediaAccessDenied` when the user chose nothing; `ShareDesktopExtensionNotFound`
 * where screens cannot be captured.
 */
export async function openDesktop(
  platform: DesktopPlatform,
  options: DesktopCaptureOptions = {},
): Promise<MediaStream> {
  const { signal, contentHint = 'detail' } = options;
  throwIfAborted(signal);
  const opening = open(platform, options);
  try {
    const media = await race(opening, { signal });
    for (const track of media.getTracks()) track.contentHint = track.kind === 'video' ? contentHint : 'music';
    return media;
  } catch (cause) {
    if (signal?.aborted) opening.then(stopTracks, () => undefined);
    throwIfAborted(signal);
    if (cause instanceof DesktopError) throw cause;
    const { name } = cause as Error;
    throw name === 'NotAllowedError'
      ? deniedError(cause)
      : new DesktopError(
          `the screen could not be opened: ${name}`,
          undefined,
          cause,
          `open media error. ${name} when get desktop`,
        );
  }
}
