import type { Clock, Dispose } from '../core/clock.js';
import { systemClock } from '../platform/system.js';
import { DOWNLOAD_LINK_LIFE_MS } from './constants.js';

/** Clock and document of a download; the page's by default. */
export interface DownloadOptions {
  readonly clock?: Clock;
}

/**
 * Saves data as a file in the browser. The temporary link is revoked after 40 s (spec §9), or when the returned
 * function is called.
 * @example
 * downloadFile(recording.blob, 'lesson.webm');
 */
export function downloadFile(data: Blob, fileName: string, { clock = systemClock }: DownloadOptions = {}): Dispose {
  const href = URL.createObjectURL(data);
  const link = Object.assign(document.createElement('a'), { href, download: fileName, rel: 'noopener', hidden: true });
  // Firefox follows only links that are attached to the page.
  document.body.append(link);
  link.click();
  link.remove();
  let isRevoked = false;
  const revoke = (): void => {
    stopTimer();
    if (!isRevoked) URL.revokeObjectURL(href);
    isRevoked = true;
  };
  const stopTimer = clock.after(DOWNLOAD_LINK_LIFE_MS, revoke);
  return revoke;
}
