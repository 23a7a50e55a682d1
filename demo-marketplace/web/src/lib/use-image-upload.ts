import { UPLOAD_RULES, UploadType } from '@lectern/marketplace-contract';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useText } from '../i18n/use-text.js';
import { failureText } from '../api/failure-text.js';
import { fileProblem, uploadFile } from './upload-file.js';

/** The `accept` attribute of file inputs for images. */
export const IMAGE_TYPES = UPLOAD_RULES[UploadType.Image].mimes.join(',');

/** An uploaded image: its storage key, its URL, and the original file name. */
export interface SentImage {
  readonly key: string;
  readonly url: string;
  readonly name: string;
}

export interface ImageUpload {
  readonly isBusy: boolean;
  /** The reason why the last image was refused. */
  readonly problem: string | undefined;
  readonly take: (file: File) => Promise<void>;
}

/** Uploads images as soon as they are chosen; leaving the page aborts an upload. */
export function useImageUpload(onSent: (image: SentImage) => void, type: UploadType = UploadType.Image): ImageUpload {
  const t = useText();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const leaving = useRef<AbortController | undefined>(undefined);
  // Other images may be removed during an upload; the latest callback is called, so that this is not undone.
  const tell = useRef(onSent);
  useEffect(() => {
    tell.current = onSent;
  });
  useEffect(() => () => leaving.current?.abort(), []);

  const take = async (file: File): Promise<void> => {
    const refused = fileProblem(type, file);
    setProblem(refused && t(`problem.${refused}`));
    if (refused !== undefined) return;
    const upload = new AbortController();
    leaving.current = upload;
    setIsBusy(true);
    try {
      const sent = await uploadFile(type, file, { locale, signal: upload.signal });
      tell.current({ ...sent, name: file.name });
    } catch (error) {
      if (!upload.signal.aborted) setProblem(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, problem, take };
}
