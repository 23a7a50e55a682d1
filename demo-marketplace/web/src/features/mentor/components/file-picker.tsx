import { UPLOAD_RULES, UploadType } from '@lectern/marketplace-contract';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';
import { Meter } from '../../catalogue/components/meter.js';
import { useUpload, type Uploaded } from '../hooks/use-upload.js';
import { CancelUpload } from '../uploads/cancel-upload.js';

export interface FilePickerProps {
  readonly type: UploadType;
  /** What the button says. */
  readonly label: string;
  readonly isDisabled?: boolean;
  /** What is offered to be chosen; what may be sent unless given. */
  readonly accept?: string;
  /** What is sent of what was chosen. */
  readonly prepare?: (file: File) => File;
  /** What it is refused for beside what the file itself is wrong with. */
  readonly refusal?: string | undefined;
  /** Before anything is sent; false sends nothing. */
  readonly mayPick?: () => boolean;
  readonly onUploaded: (file: Uploaded) => void;
}

/** A button that lets somebody choose a file and sends it. */
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
  // What stands around it may be edited while a file is sent: what is told then must not undo that.
  const tell = useRef(onUploaded);
  useEffect(() => {
    tell.current = onUploaded;
  });

  const pick = async (file: File | undefined): Promise<void> => {
    if (file === undefined || !mayPick()) return;
    setName(file.name);
    const uploaded = await upload(prepare(file));
    if (uploaded !== undefined) tell.current(uploaded);
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
