import { UploadType } from '@lectern/marketplace-contract';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';
import { fileTrouble } from '../lib/file-trouble.js';
import { lessonUploads } from './lesson-uploads.js';
import { UnfinishedPanel, UploadPanel } from './upload-panel.js';
import { VideoPicker } from './video-picker.js';

export interface VideoFieldProps {
  readonly hasVideo: boolean;
  /** Key of the upload in progress; empty if there is none. */
  readonly upload: string;
  readonly isLocked: boolean;
  readonly onUpload: (key: string) => void;
}

/** Uploads a video for a unit and shows the progress; an upload may take hours and survives interruptions. */
export function VideoField({ hasVideo, upload, isLocked, onUpload }: VideoFieldProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const known = useSyncExternalStore(lessonUploads.known.subscribe, lessonUploads.known.getSnapshot).get(upload);

  // The unit may be edited while the server answers; the latest callback is called, so that the edit is not undone.
  const notify = useRef(onUpload);
  useEffect(() => {
    notify.current = onUpload;
  });

  const begin = async (file: File): Promise<void> => {
    setProblem(undefined);
    setIsBusy(true);
    try {
      const trouble = await fileTrouble(UploadType.Video, file);
      if (trouble === undefined) {
        const key = await lessonUploads.begin(file, locale);
        notify.current(key);
      } else setProblem(t(trouble));
    } catch (error) {
      setProblem(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };

  if (upload !== '' && known?.kind === 'here') return <UploadPanel upload={known.upload} />;
  if (upload !== '' && known?.kind === 'unfinished') return <UnfinishedPanel unfinished={known.unfinished} />;
  if (upload !== '' && known?.kind === 'unreachable') {
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-danger">
        {t('mentor.upload.unreachable')}
        <Button look="quiet" onClick={() => void lessonUploads.look(upload, locale)}>
          {t('mentor.upload.retry')}
        </Button>
      </p>
    );
  }
  if (upload !== '') {
    return (
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <Spinner />
        {t('mentor.upload.asking')}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <VideoPicker
        label={t(hasVideo ? 'mentor.unit.replaceVideo' : 'mentor.unit.addVideo')}
        isDisabled={isLocked || isBusy}
        onPicked={(file) => void begin(file)}
      />
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <p className="text-sm text-ink-soft">{t('mentor.unit.video.hint')}</p>
    </div>
  );
}
