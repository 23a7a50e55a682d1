import { playAuth, saveSettings, type Lesson, type MemberSettings, type Note } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { callApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastError } from '../../../ui/toast.js';
import { useToken } from '../../session/index.js';
import { useProgress } from '../hooks/use-progress.js';
import type { LessonPlayerProps } from '../lesson-player.js';
import type { CaptionChoice } from '../lib/captions.js';
import type { Whereabouts } from '../lib/progress-keeper.js';
import { VideoPlayer } from '../lib/video-player.js';
import { watchedOf } from '../lib/watched.js';
import { LessonState } from './lesson-state.js';
import { NextCard } from './next-card.js';
import { VideoFrame } from './video-frame.js';
import { notesQuery } from '../api/lessons.js';
import { useApiClient } from '../../../api/use-api-client.js';

/** Only members have notes, and the video below which they stand must load first. */
const NotesPanel = lazy(async () => ({ default: (await import('./notes-panel.js')).NotesPanel }));

type PlayerSettings = MemberSettings['player'];

/** A lesson with what plays it. */
interface Playing {
  readonly lesson: Lesson;
  readonly player: VideoPlayer;
}

const playingOf = (lesson: Lesson, startAt: number, rate: number): Playing => ({
  lesson,
  player: new VideoPlayer({ source: lesson.sources[0]?.url ?? '', startAt, rate }),
});

/** A unit with a video: player, progress and notes. */
export function VideoLesson(props: LessonPlayerProps & { readonly lesson: Lesson }): ReactElement {
  const { unitId, autoPlay = false, nextTitle, onEnded, onProgress } = props;
  const t = useText();
  const locale = useLocale();
  const token = useToken();
  // A reload in another language brings other links to the same video; playback continues with the first ones.
  const [{ lesson, player }, setPlaying] = useState(() =>
    playingOf(props.lesson, props.startAt ?? props.lesson.start_at, props.lesson.player.rate),
  );
  const { phase, second } = useSyncExternalStore(player.state.subscribe, player.state.getSnapshot);
  const [caption, setCaption] = useState<CaptionChoice>(lesson.player.caption);
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const video = useRef<HTMLVideoElement>(null);
  const element = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    // React clears its ref before the last progress is sent, so the element is kept here.
    element.current = video.current;
  });

  /** Ranges played by earlier video elements; an element reports only what it has played itself. */
  const watchedBefore = useRef<Whereabouts['watched']>([]);
  const watchedNow = (): Whereabouts['watched'] => {
    const played = element.current?.played;
    const now = played === undefined ? [] : watchedOf(played, player.state.getSnapshot().duration);
    return [...watchedBefore.current, ...now];
  };
  const look = (): Whereabouts => {
    const { second: at, phase: current } = player.state.getSnapshot();
    return { second: at, watched: watchedNow(), ended: current === 'ended' };
  };
  const { tick, save, isDone, isCourseDone, isBehind } = useProgress(lesson, look, onProgress);

  const pass = useEffectEvent(tick);
  const rest = useEffectEvent(() => void save());
  const end = useEffectEvent(async () => {
    await save();
    // The card over the video leads to the next unit.
    if (nextTitle === undefined) onEnded?.();
  });
  useEffect(
    () => player.listen({ onSecond: () => pass(), onPause: () => rest(), onEnded: () => void end() }),
    [player],
  );

  const isReady = phase === 'ready';
  const begin = useEffectEvent(() => {
    if (autoPlay) void player.play();
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);

  /** Links expire and networks fail: loads new links and resumes at the same position. */
  const renew = async (): Promise<void> => {
    try {
      const renewed = await callApi(playAuth, { unit_id: unitId }, { locale });
      watchedBefore.current = watchedNow();
      setPlaying(playingOf(renewed, player.state.getSnapshot().second, player.state.getSnapshot().rate));
    } catch (error) {
      toastError(failureText(error, t));
    }
  };

  const keepSetting = (changes: Partial<PlayerSettings>): void => {
    if (token === undefined) return;
    callApi(saveSettings, { player: changes }, { locale }).catch((error: unknown) => toastError(failureText(error, t)));
  };

  const secondNow = (): number => player.state.getSnapshot().second;
  const notesPanel = lesson.keeps_progress ? (
    <LessonNotes
      unitId={unitId}
      second={secondNow}
      now={second}
      onNotes={setNotes}
      onSeek={(at) => {
        player.seek(at);
        video.current?.scrollIntoView({ block: 'nearest' });
      }}
    />
  ) : undefined;

  const title = locale === 'en' && lesson.title_en !== '' ? lesson.title_en : lesson.title_zh;
  return (
    // Not a grid: on phones the video stays while the rest of this column scrolls.
    <div className="flex flex-col gap-5">
      <VideoFrame
        key={lesson.expires_at}
        {...{ player, video, title, caption }}
        theatre={props.theatre}
        next={
          nextTitle !== undefined &&
          phase === 'ended' && (
            <NextCard title={nextTitle} isAutomatic={lesson.player.autoplay} onNext={() => onEnded?.()} />
          )
        }
        captions={lesson.captions}
        marks={notes.map(({ second: at }) => at)}
        onCaption={(choice) => {
          setCaption(choice);
          keepSetting({ caption: choice });
        }}
        onRate={(rate) => {
          player.setRate(rate);
          keepSetting({ rate });
        }}
        onRetry={() => void renew()}
      />
      <LessonState {...{ title, isDone, isCourseDone, isBehind }} />
      {props.below === undefined ? notesPanel : props.below({ notes: notesPanel, second: secondNow })}
    </div>
  );
}

function LessonNotes({
  unitId,
  onNotes,
  ...props
}: {
  readonly unitId: string;
  readonly second: () => number;
  readonly now: number;
  readonly onNotes: (notes: readonly Note[]) => void;
  readonly onSeek: (second: number) => void;
}): ReactElement {
  const client = useApiClient();
  const result = useQuery(notesQuery({ unit_id: unitId }));
  const notify = useEffectEvent(onNotes);
  useEffect(() => {
    if (result.data !== undefined) notify(result.data);
  }, [result.data]);
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full rounded-2xl" />}>
      <NotesPanel
        {...props}
        unitId={unitId}
        notes={result}
        onNotes={(notes) => client.setQueryData(notesQuery({ unit_id: unitId }).queryKey, [...notes])}
      />
    </Suspense>
  );
}
