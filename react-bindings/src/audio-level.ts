import { SoundMeter, type SoundLevel } from '@lectern/rtc/recorder';
import { useEffect, useRef } from 'react';

/**
 * Calls back with the level of a stream, local or remote, about 23 times a second, without rendering: the listener
 * writes to the page itself. Nothing is measured while `media` is undefined. See `SoundMeter` of
 * `@lectern/rtc/recorder`.
 * @example
 * const bar = useRef<HTMLMeterElement>(null);
 * useAudioLevel(stream.mediaStream, ({ instant }) => bar.current && (bar.current.value = instant));
 */
export function useAudioLevel(
  media: MediaStream | undefined,
  listener: (level: SoundLevel, isTalking: boolean) => void,
): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => {
    if (!media) return undefined;
    const meter = new SoundMeter(media);
    meter.on('level', (level) => newest.current(level, meter.isTalking));
    return () => meter.close();
  }, [media]);
}
