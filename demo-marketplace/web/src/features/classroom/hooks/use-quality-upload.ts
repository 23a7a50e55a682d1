import type { Conference } from '@lectern/rtc';
import { uploadQuality } from '@lectern/rtc/quality';
import { useEffect } from 'react';

const uploaded = new WeakSet<Conference>();

/** Tells the server how the class gets on, once; that stops by itself 3 s after its end, also when the page is gone. */
export function useQualityUpload(conference: Conference, token: string): void {
  useEffect(() => {
    if (uploaded.has(conference)) return;
    uploaded.add(conference);
    uploadQuality(conference, { token });
  }, [conference, token]);
}
