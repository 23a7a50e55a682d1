import { UPLOAD_RULES, UploadType } from '@lectern/marketplace-contract';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { fileProblem, uploadFile } from '../../../lib/upload-file.js';
import { Spinner } from '../../../ui/spinner.js';

const TYPE = UploadType.Complaint;

interface Chosen {
  readonly name: string;
  readonly picture: string;
}

export interface ImageFieldProps {
  /** Called with the key of the image; empty while an upload is in progress and after removal. */
  readonly onChange: (key: string) => void;
  /** Called when an upload begins or ends. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly error?: string | undefined;
}

/** One image of at most 1 MB; it is sent as soon as it is chosen. */
export function ImageField({ onChange, onBusy, error }: ImageFieldProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useRef<AbortController | undefined>(undefined);
  const [chosen, setChosen] = useState<Chosen>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const said = problem ?? error;

  useEffect(() => () => upload.current?.abort(), []);
  useEffect(() => {
    if (chosen === undefined) return undefined;
    return () => URL.revokeObjectURL(chosen.picture);
  }, [chosen]);

  const busy = (is: boolean): void => {
    setIsBusy(is);
    onBusy(is);
  };

  const clear = (): void => {
    upload.current?.abort();
    upload.current = undefined;
    setChosen(undefined);
    busy(false);
    onChange('');
    if (input.current) input.current.value = '';
  };

  const take = async (file: File): Promise<void> => {
    clear();
    const refused = fileProblem(TYPE, file);
    setProblem(refused && t(refused === 'too-large' ? 'feedback.image.tooLarge' : 'feedback.image.wrongType'));
    if (refused !== undefined) return;
    const leaving = new AbortController();
    upload.current = leaving;
    setChosen({ name: file.name, picture: URL.createObjectURL(file) });
    busy(true);
    try {
      const { key } = await uploadFile(TYPE, file, { locale, signal: leaving.signal });
      onChange(key);
      busy(false);
    } catch (caught) {
      if (leaving.signal.aborted) return;
      clear();
      setProblem(failureText(caught, t));
    }
  };

  return (
    <fieldset aria-describedby={noteId}>
      <legend className="mb-1.5 text-sm font-medium">{t('feedback.image')}</legend>
      <input
        ref={input}
        type="file"
        accept={UPLOAD_RULES[TYPE].mimes.join(',')}
        aria-label={t('feedback.image')}
        aria-describedby={noteId}
        aria-invalid={said !== undefined}
        className="peer sr-only"
        onChange={({ currentTarget: { files } }) => {
          const file = files?.[0];
          if (file) void take(file);
        }}
      />
      {chosen === undefined ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={() => input.current?.click()}
          className="flex min-h-24 w-full flex-col items-center justify-center gap-1.5 rounded-xl border border-dashed border-line-strong px-4 py-4 text-ink-soft outline-offset-2 outline-(--ring) peer-focus-visible:outline-2 hover:bg-paper hover:text-ink"
        >
          <ImagePlus className="size-6" />
          {t('feedback.image.choose')}
        </button>
      ) : (
        <div className="flex items-center gap-4 rounded-xl border border-line p-3">
          <img src={chosen.picture} alt="" className="size-16 shrink-0 rounded-lg bg-sunken object-cover" />
          <span className="min-w-0 grow truncate">{chosen.name}</span>
          {isBusy && <Spinner />}
          <button
            type="button"
            aria-label={t('feedback.image.remove')}
            onClick={() => {
              clear();
              input.current?.focus();
            }}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
      )}
      <p
        id={noteId}
        role={said === undefined ? undefined : 'alert'}
        className={`mt-1.5 text-sm ${said === undefined ? 'text-ink-soft' : 'text-danger'}`}
      >
        {said ?? t('feedback.image.hint')}
      </p>
    </fieldset>
  );
}
