import type { UploadType } from '@lectern/marketplace-contract';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { ApiError } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { uploadFile } from '../../../lib/upload-file.js';
import { percentOf } from '../uploads/upload-texts.js';
import { fileTrouble } from '../lib/file-trouble.js';

/** A file that arrived. */
export interface Uploaded {
  readonly key: string;
  readonly url: string;
  readonly name: string;
  readonly size: number;
}

export interface Uploading {
  readonly isBusy: boolean;
  /** Progress of the upload in percent; 0 while nothing is uploaded. */
  readonly percent: number;
  /** Why the last file was not taken. */
  readonly problem: string | undefined;
  /** Undefined when it was not taken. */
  readonly upload: (file: File) => Promise<Uploaded | undefined>;
  readonly cancel: () => void;
}

/** Uploads files of one type, one at a time. As far as possible, a file is validated before the upload. */
export function useUpload(type: UploadType): Uploading {
  const t = useText();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const [percent, setPercent] = useState(0);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return {
    isBusy,
    percent,
    problem,
    cancel: () => running.current?.abort(),
    upload: async (file) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setProblem(undefined);
      setPercent(0);
      setIsBusy(true);
      try {
        const trouble = await fileTrouble(type, file);
        if (trouble !== undefined) {
          setProblem(t(trouble));
          return undefined;
        }
        const { key, url } = await uploadFile(type, file, {
          locale,
          signal: own.signal,
          onProgress: (sent, size) => running.current === own && setPercent(percentOf(sent, size)),
        });
        return { key, url, name: file.name, size: file.size };
      } catch (error) {
        if (own.signal.aborted) return undefined;
        setProblem(
          error instanceof ApiError || error instanceof TypeError ? failureText(error, t) : t('mentor.file.refused'),
        );
        return undefined;
      } finally {
        if (running.current === own) setIsBusy(false);
      }
    },
  };
}
