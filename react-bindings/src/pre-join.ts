import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RtcClient } from '@lectern/rtc';
import { useDevices } from './conference.js';
import type { DevicesSnapshot } from './client.js';
import { useClient } from './provider.js';
import { readChoices, writeChoices, type ChoiceStorage, type JoinChoices } from './join-choices.js';

/** Options of {@link usePreJoin}. */
export interface PreJoinOptions {
  /** Storage of the choices, e.g. `localStorage`; by default they are not. */
  readonly storage?: ChoiceStorage | undefined;
  /** Choices of somebody who has not chosen before; microphone and camera on by default. */
  readonly initial?: Partial<JoinChoices>;
}

/** One device of the preview. */
export interface PreviewTrack {
  readonly isPending: boolean;
  /** Error of opening it, with a reason of `LecternError`. */
  readonly error: unknown;
  /** The open track as a stream; undefined while it is off. */
  readonly media: MediaStream | undefined;
}

/** Choices before joining, and their preview. */
export interface PreJoin {
  readonly choices: JoinChoices;
  readonly camera: PreviewTrack;
  readonly microphone: PreviewTrack;
  readonly devices: DevicesSnapshot;
  /** Changes and remembers choices; the preview follows. */
  choose(choices: Partial<JoinChoices>): void;
}

const OFF: PreviewTrack = { isPending: false, error: undefined, media: undefined };
const PENDING: PreviewTrack = { ...OFF, isPending: true };

/** Opens one device while it is wanted, and stops it when it is not or the component unmounts. */
function usePreviewTrack(
  client: Pick<RtcClient, 'openMedia'>,
  kind: 'audio' | 'video',
  isWanted: boolean,
  deviceId: string | undefined,
): PreviewTrack {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each choice is an attempt of its own
  const attempt = useMemo(() => ({}), [client, kind, isWanted, deviceId]);
  const [ended, setEnded] = useState<{ readonly attempt: object; readonly track: PreviewTrack }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const aborter = new AbortController();
    let opened: MediaStream | undefined;
    const wanted = deviceId === undefined ? true : { deviceId: { ideal: deviceId } };
    client.openMedia({ [kind]: wanted }, aborter.signal).then(
      (media) => {
        opened = media;
        if (aborter.signal.aborted) for (const one of media.getTracks()) one.stop();
        else setEnded({ attempt, track: { ...OFF, media } });
      },
      (error: unknown) => {
        if (!aborter.signal.aborted) setEnded({ attempt, track: { ...OFF, error } });
      },
    );
    return () => {
      aborter.abort();
      for (const one of opened?.getTracks() ?? []) one.stop();
    };
  }, [client, kind, isWanted, deviceId, attempt]);
  if (!isWanted) return OFF;
  return ended?.attempt === attempt ? ended.track : PENDING;
}

/**
 * Preview of camera and microphone before joining, with choices that are remembered. The preview is stopped when the
 * component unmounts; join with the choices, e.g. `useTrackToggle` with `audio` where `isMicrophoneOn`.
 *
 * @example
 * const { choices, camera, choose } = usePreJoin({ storage: localStorage });
 * // <button aria-pressed={choices.isCameraOn} onClick={() => choose({ isCameraOn: !choices.isCameraOn })}>
 */
export function usePreJoin({ storage, initial }: PreJoinOptions = {}): PreJoin {
  const client = useClient();
  const devices = useDevices();
  const [choices, setChoices] = useState(() => readChoices(storage, initial));
  const choose = useCallback(
    (changed: Partial<JoinChoices>): void => {
      const next = { ...choices, ...changed };
      setChoices(next);
      writeChoices(storage, next);
    },
    [choices, storage],
  );
  const { isCameraOn, isMicrophoneOn, cameraId, microphoneId } = choices;
  const camera = usePreviewTrack(client, 'video', isCameraOn, cameraId);
  const microphone = usePreviewTrack(client, 'audio', isMicrophoneOn, microphoneId);
  return useMemo(
    () => ({ choices, camera, microphone, devices, choose }),
    [choices, camera, microphone, devices, choose],
  );
}
