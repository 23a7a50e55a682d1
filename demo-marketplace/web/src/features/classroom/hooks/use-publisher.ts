import { Role, type Conference } from '@lectern/rtc';
import { useLocalStream } from '@lectern/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { MessageId } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { toastError, toastInfo } from '../../../ui/toast.js';
import { problemOf, type LocalMedia, type SourceKind } from '../lib/local-media.js';
import { Publisher } from '../lib/publisher.js';

export interface OwnMedia {
  readonly isMicrophoneOn: boolean;
  readonly isCameraOn: boolean;
  /** The source that is being switched. */
  readonly switching: SourceKind | undefined;
  toggleMicrophone(): void;
  toggleCamera(): void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message for a device that could not be opened; undefined if the device was not the cause. */
export const deviceMessage = (kind: SourceKind, error: unknown): MessageId | undefined => {
  const problem = problemOf(error);
  if (problem === 'failed') return undefined;
  return problem === 'insecure' ? 'device.insecure' : `device.${kind}.${problem}`;
};

/** Publishes the own media during a class, and switches it. Failures are shown as toasts. */
export function usePublisher(conference: Conference, media: LocalMedia): OwnMedia {
  const t = useText();
  const publisher = useMemo(() => new Publisher(conference, media), [conference, media]);
  const stream = useLocalStream();
  const [switching, setSwitching] = useState<SourceKind>();
  const isMicrophoneOn = stream !== undefined && !stream.audioMuted;
  const isCameraOn = stream !== undefined && !stream.videoMuted;

  const report = useCallback(
    (error: unknown): void => {
      if (conference.state.getSnapshot().state !== 'left') {
        toastError(t('room.error.publish', { detail: messageOf(error) }));
      }
    },
    [conference, t],
  );

  useEffect(() => {
    // Started once per publisher; a failure is reported in the language of that moment.
    publisher.start().catch(report);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another language is no reason to tell a failure again
  }, [publisher]);

  const toggle = (kind: SourceKind, isOn: boolean): void => {
    const { isMuted, isAllMuted, role } = conference.state.getSnapshot();
    if (kind === 'microphone' && isOn && (isMuted || (isAllMuted && role !== Role.Admin))) {
      toastInfo(t(isMuted ? 'room.silenced' : 'room.silenced.all'));
      return;
    }
    setSwitching(kind);
    publisher
      .set(kind, isOn)
      .catch((error: unknown) => {
        const message = deviceMessage(kind, error);
        if (message) toastError(t(message));
        else report(error);
      })
      .finally(() => setSwitching(undefined));
  };

  return {
    isMicrophoneOn,
    isCameraOn,
    switching,
    toggleMicrophone: () => toggle('microphone', !isMicrophoneOn),
    toggleCamera: () => toggle('camera', !isCameraOn),
  };
}
