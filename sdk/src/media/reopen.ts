import { openUserMedia } from './capture.js';
import type { MediaKind } from './local-media.js';
import type { MediaPort } from '../platform/types.js';

/** A stream whose device is switched. */
export interface SwitchedStream {
  deviceTrack(kind: MediaKind): MediaStreamTrack | undefined;
  setSource(
    kind: MediaKind,
    constraints: MediaTrackConstraints,
    options: { readonly track: MediaStreamTrack; readonly republish?: boolean; readonly signal?: AbortSignal },
  ): Promise<void>;
}

export interface ReopenOptions {
  readonly port: MediaPort | undefined;
  readonly stream: SwitchedStream;
  readonly kind: MediaKind;
  /** Device track that is sent now. */
  readonly current: MediaStreamTrack;
  readonly constraints: MediaTrackConstraints;
  /** Publishes again; otherwise the track is replaced without a gap. */
  readonly republish: boolean;
  readonly signal: AbortSignal;
  /** Mutes the kind and stops its device. */
  readonly release: () => Promise<void>;
}

const isBusy = (error: unknown): boolean => {
  const { cause } = error as { readonly cause?: { readonly name?: string } };
  return cause?.name === 'NotReadableError' || cause?.name === 'AbortError';
};

/**
 * Opens a device in place of the current one and sends it. The current one is sent until the other is open, unless the
 * system opens only one at a time. On failure the previous device is sent again (spec §4).
 * @throws {LecternError} `open_user_media_fail` −201; `push_fail` −203.
 */
export async function reopen(options: ReopenOptions): Promise<void> {
  const { port, stream, kind, current, constraints, republish, signal } = options;
  const open = async (wanted: MediaTrackConstraints, until?: AbortSignal): Promise<MediaStreamTrack | undefined> =>
    (await openUserMedia(port, { [kind]: wanted }, until)).getTracks()[0];
  const send = async (
    track: MediaStreamTrack | undefined,
    wanted: MediaTrackConstraints,
    until?: AbortSignal,
  ): Promise<void> => {
    if (!track) return;
    try {
      await stream.setSource(kind, wanted, { track, republish, ...(until && { signal: until }) });
    } catch (error) {
      if (stream.deviceTrack(kind) !== track) track.stop();
      throw error;
    }
  };

  let opened: MediaStreamTrack | undefined;
  try {
    opened = await open(constraints, signal);
  } catch (error) {
    if (signal.aborted || !isBusy(error)) throw error;
    const { deviceId } = current.getSettings();
    const before = { ...current.getConstraints(), ...(deviceId !== undefined && { deviceId }) };
    current.stop();
    try {
      opened = await open(constraints, signal);
    } catch (failure) {
      try {
        await send(await open(before), before);
      } catch {
        // Nothing is left to send, and the others receive that as a mute.
        await options.release();
      }
      throw failure;
    }
  }
  await send(opened, constraints, signal);
}
