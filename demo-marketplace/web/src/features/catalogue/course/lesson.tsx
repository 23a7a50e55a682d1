import type { CourseInfo } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LessonPlayer, type LessonPlayerProps } from '../../player/index.js';
import { coursePath, PLAYING } from '../lib/paths.js';
import type { Outline } from './outline.js';

export interface LessonProps {
  readonly course: CourseInfo;
  readonly outline: Outline;
  readonly unitId: string;
  /** The lesson is learned. */
  readonly onDone: () => void;
  readonly theatre: LessonPlayerProps['theatre'];
  readonly below: LessonPlayerProps['below'];
}

const MOST_SECONDS = 86_400;

/** The lesson that is open; when it ends, the next one that is open to the caller follows. */
export function Lesson({ course, outline, unitId, onDone, theatre, below }: LessonProps): ReactElement {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const units = outline.data?.flatMap((chapter) => chapter.units) ?? [];
  const place = units.findIndex(({ id }) => id === unitId);
  const next = place < 0 ? undefined : units.slice(place + 1).find(({ locked }) => !locked);
  const wasDone = units[place]?.done === true;
  const second = Number(parameters.get('t'));
  const hasStart = Number.isSafeInteger(second) && second > 0 && second <= MOST_SECONDS;
  return (
    <LessonPlayer
      // A link to another second of the same lesson starts there.
      key={`${unitId} ${second}`}
      courseId={course.id}
      unitId={unitId}
      // A link to this lesson, or the one before it, led here.
      autoPlay={state === PLAYING}
      {...(hasStart && { startAt: second })}
      {...(next !== undefined && { nextTitle: next.title })}
      {...{ theatre, below }}
      onEnded={() => {
        if (next !== undefined) void navigate(coursePath(course.id, next.id), { state: PLAYING });
      }}
      onProgress={({ done }) => {
        if (done && !wasDone) onDone();
      }}
    />
  );
}
