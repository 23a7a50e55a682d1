import { UploadType, type MemberInfo } from '@lectern/marketplace-contract';
import type { ImThreadDraft } from '@lectern/rtc/im';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../api/failure-text.js';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { fileProblem, uploadFile } from '../../../lib/upload-file.js';
import { imageDraft, videoDraft } from '../lib/drafts.js';

/** A file that is being uploaded, or was refused. */
export interface PendingUpload {
  readonly id: number;
  readonly kind: 'image' | 'video';
  readonly file: File;
  /** Fraction that was sent, from 0 to 1. */
  readonly progress: number;
  /** Why it was not sent; undefined while it is on its way. */
  readonly problem: string | undefined;
}

export interface MediaMessages {
  readonly uploads: readonly PendingUpload[];
  readonly sendImages: (files: readonly File[]) => void;
  readonly sendVideos: (files: readonly File[]) => void;
  /** Stops an upload, or dismisses one that failed. */
  readonly cancel: (id: number) => void;
  readonly retry: (id: number) => void;
}

const TYPES = { image: UploadType.Image, video: UploadType.Clip } as const;

/** Uploads images and videos and sends each as a message, in the order in which they were chosen. */
export function useMediaMessages(put: (draft: ImThreadDraft) => void, member: MemberInfo): MediaMessages {
  const t = useText();
  const locale = useLocale();
  const [uploads, setUploads] = useState<readonly PendingUpload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  /** The end of the last upload: the next one starts after it, so that messages keep their order. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  const lastId = useRef(0);
  const send = useRef(put);
  useEffect(() => {
    send.current = put;
  });
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((upload) => upload.abort());
  }, []);

  const change = (id: number, changes: Partial<PendingUpload>): void =>
    setUploads((current) => current.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const remove = (id: number): void => setUploads((current) => current.filter((one) => one.id !== id));

  const upload = async ({ id, kind, file }: PendingUpload, { signal }: AbortController): Promise<void> => {
    if (signal.aborted) return;
    const onProgress = (sent: number, size: number): void => change(id, { progress: size === 0 ? 0 : sent / size });
    try {
      const { url } = await uploadFile(TYPES[kind], file, { locale, signal, onProgress });
      send.current((kind === 'image' ? imageDraft : videoDraft)(url, member));
      remove(id);
    } catch (error) {
      if (!signal.aborted) change(id, { problem: failureText(error, t) });
    } finally {
      running.current.delete(id);
    }
  };
  const start = (pending: PendingUpload): void => {
    const controller = new AbortController();
    running.current.set(pending.id, controller);
    queue.current = queue.current.then(() => upload(pending, controller));
  };
  const add =
    (kind: PendingUpload['kind']) =>
    (files: readonly File[]): void => {
      const added = files.map((file): PendingUpload => {
        lastId.current += 1;
        const refused = fileProblem(TYPES[kind], file);
        return { id: lastId.current, kind, file, progress: 0, problem: refused && t(`problem.${refused}`) };
      });
      setUploads((current) => [...current, ...added]);
      for (const one of added) if (one.problem === undefined) start(one);
    };

  return {
    uploads,
    sendImages: add('image'),
    sendVideos: add('video'),
    cancel: (id) => {
      running.current.get(id)?.abort();
      remove(id);
    },
    retry: (id) => {
      const pending = uploads.find((one) => one.id === id);
      if (pending === undefined || fileProblem(TYPES[pending.kind], pending.file) !== undefined) return;
      change(id, { problem: undefined, progress: 0 });
      start(pending);
    },
  };
}
