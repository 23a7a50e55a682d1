import { UPLOAD_RULES, UploadType } from '@lectern/marketplace-contract';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';
import { Meter } from '../../../ui/meter.js';
import { useUpload, type Uploaded } from '../hooks/use-upload.js';
import { CancelUpload } from '../uploads/cancel-upload.js';

export interface FilePickerProps {
  readonly type: UploadType;
  /** Text of the button. */
  readonly label: string;
  readonly isDisabled?: boolean;
  /** Accepted file types, as in the `accept` attribute. Defaults to the media types of the upload rules. */
  readonly accept?: string;
  /** Converts the chosen file before it is uploaded. */
  readonly prepare?: (file: File) => File;
  /** A reason to refuse the file other than a problem with the file itself. */
  readonly refusal?: string | undefined;
  /** Before anything is sent; false sends nothing. */
  readonly mayPick?: () => boolean;
  readonly onUploaded: (file: Uploaded) => void;
}

/** A button that opens a file chooser and uploads the chosen file. */
export function FilePicker({
  type,
  label,
  isDisabled = false,
  accept = UPLOAD_RULES[type].mimes.join(','),
  prepare = (file) => file,
  refusal,
  mayPick = () => true,
  onUploaded,
}: FilePickerProps): ReactElement {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const { isBusy, percent, problem, upload, cancel } = useUpload(type);
  const said = refusal ?? problem;
  // The form may be edited during an upload; the latest callback is called, so that the edit is not undone.
  const notify = useRef(onUploaded);
  useEffect(() => {
    notify.current = onUploaded;
  });

  const pick = async (file: File | undefined): Promise<void> => {
    if (file === undefined || !mayPick()) return;
    setName(file.name);
    const uploaded = await upload(prepare(file));
    if (uploaded !== undefined) notify.current(uploaded);
  };

  return (
    <div className="grid justify-items-start gap-2">
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        className="hidden"
        disabled={isDisabled || isBusy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          void pick(file);
          // The same file may be chosen again once it is mended.
          event.target.value = '';
        }}
      />
      <span className="flex flex-wrap gap-2">
        <Button look="quiet" disabled={isDisabled || isBusy} onClick={() => input.current?.click()}>
          {isBusy ? <Spinner /> : <Upload aria-hidden className="size-5" />}
          {isBusy ? t('mentor.file.sending', { percent }) : label}
        </Button>
        {isBusy &&
          (type === UploadType.Clip ? (
            <CancelUpload name={name} percent={percent} onCancel={cancel} />
          ) : (
            <Button look="quiet" onClick={cancel}>
              {t('mentor.file.cancel')}
            </Button>
          ))}
      </span>
      {isBusy && <Meter label={t('mentor.upload.label', { name })} percent={percent} className="max-w-md" />}
      {said !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {said}
        </p>
      )}
    </div>
  );
}
