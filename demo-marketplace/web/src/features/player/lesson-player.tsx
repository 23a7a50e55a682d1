import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.js';
import { ApiError } from '../../api/client.js';
import { failureText } from '../../api/failure-text.js';
import { Failed } from '../../ui/failed.js';
import { Skeleton } from '../../ui/skeleton.js';
import { useToken } from '../session/index.js';
import { isLock, Locked } from './components/locked.js';
import { VideoLesson } from './components/video-lesson.js';
import { playAuthQuery } from './api/lessons.js';

/** Progress of a member in a course after a unit was watched. */
export interface LessonProgress {
  readonly unitId: string;
  /** The unit is done. */
  readonly done: boolean;
  /** Progress in the course, in percent. */
  readonly percent: number;
  readonly certificateNo?: string;
}

/** The wide view of a video. */
export interface Theatre {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Parts of an open unit that the page arranges. */
export interface LessonParts {
  readonly notes: ReactNode | undefined;
  /** Current second of a video; undefined for other units. */
  readonly second: (() => number) | undefined;
}

// Most units are videos.
const ArticleLesson = lazy(async () => ({ default: (await import('./components/article-lesson.js')).ArticleLesson }));
const QuizLesson = lazy(async () => ({ default: (await import('./components/quiz-lesson.js')).QuizLesson }));
const FileLesson = lazy(async () => ({ default: (await import('./components/file-lesson.js')).FileLesson }));
const KINDS = { video: VideoLesson, article: ArticleLesson, quiz: QuizLesson, file: FileLesson } as const;

export interface LessonPlayerProps {
  readonly courseId: string;
  readonly unitId: string;
  /** Second to begin at; where the member was, unless given. */
  readonly startAt?: number;
  /** Plays as soon as it can. */
  readonly autoPlay?: boolean;
  /** Title of the unit that follows, for {@link onEnded}; undefined if it is the last one. */
  readonly nextTitle?: string;
  /** The wide view and its switch; undefined where there is none. */
  readonly theatre?: Theatre | undefined;
  /** Content below the unit, such as the notes of a member. */
  readonly below?: ((parts: LessonParts) => ReactNode) | undefined;
  /** Called to continue with the next unit; at the end of a video only if the member has autoplay on. */
  readonly onEnded?: () => void;
  readonly onProgress?: (progress: LessonProgress) => void;
}

/** One unit of a course: a video with captions and notes, an article, a quiz or a file; with progress. */
export function LessonPlayer(props: LessonPlayerProps): ReactElement {
  // Another unit, or another member, starts afresh.
  return <Lesson key={`${props.unitId} ${useToken() ?? ''}`} {...props} />;
}

function Lesson(props: LessonPlayerProps): ReactElement {
  const t = useText();
  const result = useQuery(playAuthQuery({ unit_id: props.unitId }));
  if (result.isPending) return <Skeleton className="aspect-video w-full rounded-2xl!" />;
  if (result.isLoadingError) {
    const { error } = result;
    if (error instanceof ApiError && isLock(error.reason)) {
      return (
        <div className="grid grid-cols-1 gap-6">
          <Locked reason={error.reason} />
          {props.below?.({ notes: undefined, second: undefined })}
        </div>
      );
    }
    return <Failed text={failureText(error, t)} onRetry={() => void result.refetch()} />;
  }
  const Kind = KINDS[result.data.type];
  const { below } = props;
  if (Kind === VideoLesson) return <VideoLesson {...props} lesson={result.data} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="mx-auto w-full max-w-3xl">
        <Suspense fallback={<Skeleton className="h-80 w-full rounded-2xl!" />}>
          <Kind {...props} lesson={result.data} />
        </Suspense>
      </div>
      {below?.({ notes: undefined, second: undefined })}
    </div>
  );
}
