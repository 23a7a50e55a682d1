import type { OutlineChapter, OutlineUnit, ReviewedCourse } from '@lectern/marketplace-contract';
import { ChevronDown, Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Section } from '../../../ui/section.js';
import { QuizOutline } from './quiz-outline.js';

/** Typography of HTML that members wrote. */
export const PROSE =
  'break-words [&_a]:text-accent [&_a]:underline [&_hr]:my-4 [&_hr]:border-line [&_h2]:mt-4 [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-2 [&_ul]:list-disc [&_ul]:pl-6';

interface Title {
  readonly zh: string;
  readonly en: string;
}

export interface CourseOutlineProps {
  readonly chapters: readonly OutlineChapter[];
  /** Where videos and files can be fetched, by their keys. */
  readonly videos: Readonly<Record<string, string>>;
  readonly captions: ReviewedCourse['captions'];
}

/** The content of a course, for the reviewer to watch, read and answer before approval. */
export function CourseOutline({ chapters, videos, captions }: CourseOutlineProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const inOrder = ({ zh, en }: Title): readonly string[] =>
    (locale === 'en' ? [en, zh] : [zh, en]).filter((title) => title !== '');
  const titled = (title: Title): ReactElement => {
    const [first = '', second] = inOrder(title);
    return (
      <>
        <span>{first}</span>
        {second !== undefined && (
          <span lang={locale === 'en' ? 'zh-Hant' : 'en'} className="block text-sm font-normal text-ink-soft">
            {second}
          </span>
        )}
      </>
    );
  };
  return (
    <Section title={t('office.courses.outline')}>
      {chapters.length === 0 && <p className="text-ink-soft">{t('office.courses.outline.none')}</p>}
      {chapters.map((chapter, index) => (
        // New chapters have no id yet, and two may have the same title.
        <div key={`${index} ${chapter.id ?? ''}`}>
          <h3 className="font-medium break-words">{titled(chapter.title)}</h3>
          <ol className="mt-2 grid gap-2">
            {chapter.units.map((unit, position) => (
              <li key={`${position} ${unit.id ?? ''}`} className="rounded-xl border border-line px-4 py-2">
                <details className="group">
                  <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg [&::-webkit-details-marker]:hidden">
                    <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
                    <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
                      <span className="min-w-0 grow basis-44 break-words">{titled(unit.title)}</span>
                      <span className="flex gap-2">
                        {unit.preview && <Badge tone="good">{t('office.courses.preview')}</Badge>}
                        <Badge>{t(`office.courses.unit.${unit.type}`)}</Badge>
                      </span>
                    </span>
                  </summary>
                  <Content
                    unit={unit}
                    video={videos[unit.media]}
                    captions={captions[unit.media] ?? []}
                    title={inOrder(unit.title)[0] ?? ''}
                  />
                </details>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </Section>
  );
}

function Content({
  unit,
  video,
  captions,
  title,
}: {
  readonly unit: OutlineUnit;
  readonly video: string | undefined;
  readonly captions: ReviewedCourse['captions'][string];
  readonly title: string;
}): ReactElement {
  const t = useText();
  // The server sanitises the HTML.
  // oxlint-disable-next-line react/no-danger
  const words = <div className={`${PROSE} pb-2`} dangerouslySetInnerHTML={{ __html: unit.body_html }} />;
  if (unit.type === 'article') return words;
  if (unit.type === 'quiz') {
    return (
      <>
        {words}
        {unit.quiz && <QuizOutline quiz={unit.quiz} />}
      </>
    );
  }
  if (unit.type === 'file') {
    return (
      <>
        {words}
        {video === undefined ? (
          <p className="pb-2 text-ink-soft">{t('office.courses.noFile')}</p>
        ) : (
          <a href={video} download className="mb-2 inline-flex min-h-11 items-center gap-2 font-medium text-accent">
            <Download aria-hidden className="size-5" />
            {t('office.courses.download')}
          </a>
        )}
      </>
    );
  }
  if (video === undefined) return <p className="pb-2 text-ink-soft">{t('office.courses.noVideo')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      src={video}
      controls
      preload="metadata"
      aria-label={title}
      className="my-2 max-h-96 w-full rounded-lg bg-black"
    >
      {captions.map(({ lang, url }) => (
        <track key={lang} kind="captions" src={url} srcLang={lang} label={t(`office.courses.lang.${lang}`)} />
      ))}
    </video>
  );
}
