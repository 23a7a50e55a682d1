import type { Conference } from '@lectern/rtc';
import { uploadQuality } from '@lectern/rtc/quality';
import { useEffect } from 'react';

const uploaded = new WeakSet<Conference>();

/**
 * Uploads the quality of the class to the server, once per conference. It stops by itself 3 s after the end of the
 * class, even if the page is closed.
 */
export function useQualityUpload(conference: Conference, token: string): void {
  useEffect(() => {
    if (uploaded.has(conference)) return;
    uploaded.add(conference);
    uploadQuality(conference, { token });
  }, [conference, token]);
}
