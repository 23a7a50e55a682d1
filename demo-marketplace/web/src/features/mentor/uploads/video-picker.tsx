import { UPLOAD_RULES, UploadType } from '@lectern/marketplace-contract';
import { Upload } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import { Button } from '../../../ui/button.js';

export interface VideoPickerProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onPicked: (file: File) => void;
}

/** A button that opens a file chooser for a video. */
export function VideoPicker({ label, isDisabled = false, onPicked }: VideoPickerProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={UPLOAD_RULES[UploadType.Video].mimes.join(',')}
        className="hidden"
        disabled={isDisabled}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onPicked(file);
          // The same file may be chosen again once it is mended.
          event.target.value = '';
        }}
      />
      <Button look="quiet" disabled={isDisabled} onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-5" />
        {label}
      </Button>
    </>
  );
}
