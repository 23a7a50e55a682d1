import {
  CAPTIONS_MAX,
  readCaptions,
  saveCaptions,
  type CaptionCue,
  type getCaptions,
  type Locale,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { failureText } from '../../../api/failure-text.js';
import { useCall } from '../../../api/use-call.js';
import { useLocale, useText, type Text } from '../../../i18n/use-text.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';
import { captionsQuery } from '../api/captions.js';
import { LANGUAGE_TAGS, LanguageSwitch } from '../editor/language-switch.js';
import { decodeText } from '../lib/decode-text.js';

const LANGUAGES: readonly Locale[] = ['zh', 'en'];

export interface CaptionsFormProps {
  readonly media: string;
  readonly onSaved: () => void;
}

/** The captions of a video: uploaded or typed, edited in place, and shown with the video. */
export function CaptionsForm({ media, onSaved }: CaptionsFormProps): ReactElement {
  const t = useText();
  const result = useQuery(captionsQuery({ media }));
  if (result.isPending) return <Skeleton className="h-80 w-full" />;
  if (result.isLoadingError) {
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  }
  return <Editing media={media} opened={result.data} onSaved={onSaved} />;
}

function problemOf(text: string, t: Text): string | undefined {
  if (text.trim() === '') return undefined;
  if (text.trim().length > CAPTIONS_MAX) return t('mentor.captions.tooLong', { max: CAPTIONS_MAX });
  const { faultyLine } = readCaptions(text);
  return faultyLine === undefined ? undefined : t('mentor.captions.fault', { line: faultyLine });
}

interface EditingProps extends CaptionsFormProps {
  readonly opened: ResponseOf<typeof getCaptions>;
}

function Editing({ media, opened, onSaved }: EditingProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [language, setLanguage] = useState<Locale>(locale === 'en' ? 'en' : 'zh');
  const textOf = (lang: Locale): string => opened.list.find((one) => one.lang === lang)?.text ?? '';
  const [kept, setKept] = useState(() => ({ zh: textOf('zh'), en: textOf('en') }));
  const saving = useCall(saveCaptions);
  const { form, isBusy, onSubmit, errorOf } = useEntryForm<Record<Locale, string>>({
    defaultValues: kept,
    mode: 'onChange',
    resolver: messageResolver((texts) => ({ zh: problemOf(texts.zh, t), en: problemOf(texts.en, t) })),
    async send(texts) {
      for (const lang of LANGUAGES.filter((one) => texts[one] !== kept[one])) {
        if ((await saving.call({ media, lang, text: texts[lang] })) === undefined) return undefined;
        setKept((before) => ({ ...before, [lang]: texts[lang] }));
      }
      toastDone(t('mentor.captions.saved'));
      onSaved();
      return undefined;
    },
  });
  const text = useWatch({ control: form.control, name: language });
  const put = (value: string): void => form.setValue(language, value, { shouldValidate: true });
  /** Shows the language whose captions are wrong, since only one is on the screen. */
  const showFaulty = (): void => {
    const isFaulty = (lang: Locale): boolean => problemOf(form.getValues(lang), t) !== undefined;
    if (!isFaulty(language)) setLanguage(LANGUAGES.find(isFaulty) ?? language);
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        showFaulty();
        onSubmit(event);
      }}
    >
      <LanguageSwitch value={language} onChange={setLanguage} />
      <Preview source={opened.video} cues={readCaptions(text).cues ?? []} lang={LANGUAGE_TAGS[language]} />
      <CaptionFile onRead={put} />
      <TextArea
        label={t('mentor.captions.words')}
        hint={t('mentor.captions.hint')}
        error={errorOf(language)}
        rows={8}
        lang={LANGUAGE_TAGS[language]}
        spellCheck={false}
        value={text}
        onChange={(event) => put(event.target.value)}
      />
      {saving.problem !== undefined && <Alert>{saving.problem}</Alert>}
      <SubmitButton isBusy={isBusy}>{t('mentor.captions.save')}</SubmitButton>
    </form>
  );
}

/** Reads a file of captions into the form; nothing is sent yet. */
function CaptionFile({ onRead }: { readonly onRead: (text: string) => void }): ReactElement {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      onRead(decodeText(await file.arrayBuffer()));
      setIsUnreadable(false);
    } catch {
      setIsUnreadable(true);
    }
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        aria-label={t('mentor.captions.pick')}
        accept=".vtt,.srt"
        className="hidden"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // The same file may be chosen again once it is mended.
          event.target.value = '';
        }}
      />
      <Button look="quiet" onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-5" />
        {t('mentor.captions.pick')}
      </Button>
      {isUnreadable && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {t('mentor.captions.unreadable')}
        </p>
      )}
    </div>
  );
}

/** The words of a cue as a browser shows them. */
const shown = ({ text }: CaptionCue): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&nbsp;', '\u00A0').replaceAll('&amp;', '&');

interface PreviewProps {
  readonly source: string;
  readonly cues: readonly CaptionCue[];
  readonly lang: string;
}

function Preview({ source, cues, lang }: PreviewProps): ReactElement {
  const t = useText();
  const [second, setSecond] = useState(0);
  const lines = cues.filter(({ start, end }) => start <= second && second < end);
  return (
    <div className="relative overflow-hidden rounded-xl bg-black">
      {/* The captions are shown as they are edited, before there is a track. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        src={source}
        controls
        playsInline
        preload="metadata"
        aria-label={t('mentor.captions.preview')}
        className="aspect-video w-full"
        onTimeUpdate={(event) => setSecond(event.currentTarget.currentTime)}
        onSeeked={(event) => setSecond(event.currentTarget.currentTime)}
      />
      {lines.length > 0 && (
        <div
          lang={lang}
          data-testid="caption"
          className="pointer-events-none absolute inset-x-4 top-4 flex flex-col items-center gap-1 text-center text-white"
        >
          {lines.map((cue) => (
            <p key={`${cue.start} ${cue.text}`} className="rounded-md bg-black/80 px-2.5 py-1 whitespace-pre-line">
              {shown(cue)}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
