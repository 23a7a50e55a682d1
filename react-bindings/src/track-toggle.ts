import { ConferenceType, Role, type Conference, type LocalStream, type StreamSnapshot } from '@lectern/rtc';
import { useCallback } from 'react';
import { useAction, type ActionState } from './action.js';
import { useConference, useConferenceState } from './conference.js';
import { useLocalStream } from './streams.js';

/** Microphone or camera of the local member. */
export interface TrackToggle extends ActionState {
  /** True if it is sent and not muted. */
  readonly isOn: boolean;
  /** False for the audience, and without a conference: nothing can be sent then. */
  readonly isAllowed: boolean;
  /** Turns it on or off; without an argument the other way round. Its error is in `error`. */
  toggle(isOn?: boolean): Promise<void>;
}

/** Publications that are being made: a second toggle waits for the first one's. */
const publishing = new WeakMap<Conference, Promise<LocalStream>>();

function publishOnce(conference: Conference, kind: 'audio' | 'video'): Promise<LocalStream> {
  const pending = publishing.get(conference);
  if (pending) return pending;
  const published = conference
    .publish({ audio: kind === 'audio', video: kind === 'video' })
    .finally(() => publishing.delete(conference));
  publishing.set(conference, published);
  return published;
}

async function turn(conference: Conference, kind: 'audio' | 'video', isOn: boolean): Promise<void> {
  const existing = conference.localStream() ?? (await publishing.get(conference));
  if (!existing && !isOn) return;
  const stream = existing ?? (await publishOnce(conference, kind));
  if (kind === 'audio') await (isOn ? stream.unmuteAudio() : stream.muteAudio());
  // A muted camera is released, so that its light goes out.
  else await (isOn ? stream.unmuteVideo() : stream.muteVideo({ release: true }));
}

const isOnIn = (stream: StreamSnapshot | undefined, kind: 'audio' | 'video'): boolean =>
  stream !== undefined && !stream[`${kind}Muted`];

/**
 * A switch for the microphone (`audio`) or the camera (`video`). The first that is turned on publishes the stream. A
 * camera that is turned off is released. Refusals of the server and of the browser are in `error`.
 *
 * @example
 * const microphone = useTrackToggle('audio');
 * // <button aria-pressed={microphone.isOn} onClick={() => microphone.toggle()}>Microphone</button>
 */
export function useTrackToggle(kind: 'audio' | 'video'): TrackToggle {
  const conference = useConference();
  const isOn = isOnIn(useLocalStream(), kind);
  const isAllowed =
    useConferenceState(({ role, type, state }) => {
      return role !== Role.Audience && type !== ConferenceType.P2p && state !== 'left';
    }) ?? false;
  const { isPending, error, run } = useAction(async (wanted?: boolean) => {
    if (conference) await turn(conference, kind, wanted ?? !isOn);
  });
  const toggle = useCallback((wanted?: boolean) => run(wanted), [run]);
  return { isOn, isAllowed, isPending, error, toggle };
}
