import { FILE_MIMES, UploadType, type ManagedCourse } from '@lectern/marketplace-contract';
import { FileDown } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { sizeText } from '../../../lib/size-text.js';
import { FilePicker } from '../components/file-picker.js';
import type { Uploaded } from '../hooks/use-upload.js';

const ACCEPT = Object.keys(FILE_MIMES)
  .map((extension) => `.${extension}`)
  .join(',');

/** Returns the file with the media type of its extension, because browsers report archives differently by system. */
export function typedByName(file: File): File {
  const type = FILE_MIMES[/\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''];
  return type === undefined || type === file.type ? file : new File([file], file.name, { type });
}

export interface FileFieldProps {
  /** Key of the file; empty if there is none. */
  readonly media: string;
  /** Metadata of the file; undefined until it is known. */
  readonly file: ManagedCourse['files'][string] | undefined;
  readonly isLocked: boolean;
  readonly onUploaded: (key: string) => void;
}

/** The field for a file that learners download. */
export function FileField({ media, file, isLocked, onUploaded }: FileFieldProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [sent, setSent] = useState<Uploaded>();
  const known = sent?.key === media ? sent : file;
  return (
    <div className="grid gap-3">
      {media !== '' && (
        <p className="flex items-center gap-2 text-sm">
          <FileDown aria-hidden className="size-5 shrink-0 text-ink-soft" />
          <span className="min-w-0 break-all">
            {known === undefined
              ? media
              : t('mentor.unit.file', { name: known.name, size: sizeText(known.size, locale) })}
          </span>
        </p>
      )}
      <FilePicker
        type={UploadType.File}
        label={t(media === '' ? 'mentor.unit.addFile' : 'mentor.unit.replaceFile')}
        accept={ACCEPT}
        prepare={typedByName}
        isDisabled={isLocked}
        onUploaded={(uploaded) => {
          setSent(uploaded);
          onUploaded(uploaded.key);
        }}
      />
      <p className="text-sm text-ink-soft">{t('mentor.unit.file.hint')}</p>
    </div>
  );
}
