import { formatDateTime } from '@lectern/marketplace-contract';
import { Pause, Play } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Meter } from '../../../ui/meter.js';
import { CancelUpload } from './cancel-upload.js';
import { UploadState, type LessonUpload } from './lesson-upload.js';
import { lessonUploads, type Unfinished } from './lesson-uploads.js';
import { megabytes, percentOf, timeLeft } from './upload-texts.js';
import { VideoPreview } from './video-preview.js';
import { VideoPicker } from './video-picker.js';

/** States in which an upload goes on by a button. */
const HALTED: readonly UploadState[] = [UploadState.Paused, UploadState.Waiting, UploadState.Full];

interface FrameProps {
  readonly name: string;
  readonly sent: number;
  readonly size: number;
  /** Transfer rate and remaining time. */
  readonly pace?: string;
  readonly children: ReactNode;
}

function Frame({ name, sent, size, pace = '', children }: FrameProps): ReactElement {
  const t = useText();
  const percent = percentOf(sent, size);
  return (
    <div className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium break-all">{name}</span>
        <span className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
          {t('mentor.upload.progress', { percent, sent: megabytes(sent), size: megabytes(size) })}
        </span>
      </p>
      <Meter label={t('mentor.upload.label', { name })} percent={percent} />
      {pace !== '' && <p className="text-sm text-ink-soft tabular-nums">{pace}</p>}
      {children}
    </div>
  );
}

/** Progress of a video upload, with the buttons to pause, resume or cancel it. */
export function UploadPanel({ upload }: { readonly upload: LessonUpload }): ReactElement {
  const t = useText();
  const { state, sent, perSecond, problem } = useSyncExternalStore(upload.state.subscribe, upload.state.getSnapshot);
  const { name, size } = upload.file;
  const isMoving = state === UploadState.Sending && perSecond !== undefined && perSecond > 0;
  const pace = isMoving
    ? [t('mentor.upload.speed', { speed: megabytes(perSecond) }), timeLeft(t, size - sent, perSecond)].join(' · ')
    : '';
  if (problem !== undefined) {
    return (
      <div className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-4">
        <p role="alert" className="text-sm break-all text-danger">
          {`${name}: ${t(problem)}`}
        </p>
        <Button look="quiet" onClick={() => void lessonUploads.cancel(upload.key)}>
          {t('mentor.upload.other')}
        </Button>
      </div>
    );
  }
  return (
    <Frame name={name} sent={sent} size={size} pace={pace}>
      <VideoPreview name={name} source={upload.file} />
      <output className="text-sm text-ink-soft">{t(`mentor.upload.${state}`)}</output>
      <span className="flex flex-wrap gap-2">
        {state === UploadState.Sending && (
          <Button look="quiet" onClick={() => upload.pause()}>
            <Pause aria-hidden className="size-5" />
            {t('mentor.upload.pause')}
          </Button>
        )}
        {HALTED.includes(state) && (
          <Button look="quiet" onClick={() => upload.resume()}>
            <Play aria-hidden className="size-5" />
            {t(state === UploadState.Paused ? 'mentor.upload.resume' : 'mentor.upload.retry')}
          </Button>
        )}
        <CancelUpload
          name={name}
          percent={percentOf(sent, size)}
          onCancel={() => void lessonUploads.cancel(upload.key)}
        />
      </span>
    </Frame>
  );
}

/**
 * An upload that began before the page was loaded. A page cannot open a file by itself, so the file is chosen again.
 */
export function UnfinishedPanel({ unfinished }: { readonly unfinished: Unfinished }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [isOther, setIsOther] = useState(false);
  const { key, name, size, received, expires_at } = unfinished;
  return (
    <Frame name={name} sent={received} size={size}>
      <p className="text-sm">{t('mentor.upload.found', { at: formatDateTime(Date.parse(expires_at)) })}</p>
      <span className="flex flex-wrap gap-2">
        <VideoPicker
          label={t('mentor.upload.choose')}
          onPicked={(file) => setIsOther(!lessonUploads.goOn(unfinished, file, locale))}
        />
        <CancelUpload name={name} percent={percentOf(received, size)} onCancel={() => void lessonUploads.cancel(key)} />
      </span>
      {isOther && (
        <p role="alert" className="text-sm break-all text-danger">
          {t('mentor.upload.otherFile', { name, size: megabytes(size) })}
        </p>
      )}
    </Frame>
  );
}
