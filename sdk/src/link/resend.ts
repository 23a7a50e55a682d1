import type { SectionSource } from './carrier.js';

/**
 * Sends a track in the section of its kind that sends already. Returns false if there is none, so that the sections
 * must be offered again.
 * @param isOpen if true, a section that was offered without a track will do
 */
export async function resend(
  sections: Pick<SectionSource, 'getTransceivers'> | undefined,
  track: MediaStreamTrack,
  isOpen = false,
): Promise<boolean> {
  const transceiver = sections?.getTransceivers().find(({ receiver }) => receiver.track.kind === track.kind);
  if (!transceiver || !(isOpen || transceiver.sender.track) || !transceiver.direction.startsWith('send')) return false;
  return transceiver.sender.replaceTrack(track).then(
    () => true,
    () => false,
  );
}
