import { saveProgress, type Lesson, type ResponseOf } from '@lectern/marketplace-contract';
import { i18n } from '@lingui/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi } from '../../../api/client.js';
import { session } from '../../session/index.js';
import type { LessonPlayerProps } from '../lesson-player.js';
import { ProgressKeeper, type Whereabouts } from '../lib/progress-keeper.js';

export interface KeptProgress {
  /** A second of the video has passed. */
  readonly tick: () => void;
  /** Reports the position of the member, if it is kept. */
  readonly save: () => Promise<void>;
  readonly isDone: boolean;
  /** The course is done, and was not before. */
  readonly isCourseDone: boolean;
  /** The last call failed; the next makes up for it. */
  readonly isBehind: boolean;
}

/** Keeps a learner's progress in a unit as long as it is shown, and when the page is left. */
export function useProgress(
  { unit_id: unitId, keeps_progress: isKept, is_done: wasDone, heartbeat }: Lesson,
  look: () => Whereabouts,
  onProgress: LessonPlayerProps['onProgress'],
): KeptProgress {
  const [isDone, setIsDone] = useState(wasDone);
  const [isBehind, setIsBehind] = useState(false);
  const [isCourseDone, setIsCourseDone] = useState(false);
  const lookNow = useEffectEvent(look);
  const take = useEffectEvent((answer: ResponseOf<typeof saveProgress>) => {
    const { done, course_percent: percent, certificate_no: certificateNo } = answer;
    setIsBehind(false);
    setIsDone(done);
    if (!wasDone && certificateNo !== undefined) setIsCourseDone(true);
    onProgress?.({ unitId, done, percent, ...(certificateNo !== undefined && { certificateNo }) });
  });
  const keeper = useRef<ProgressKeeper>(undefined);

  useEffect(() => {
    if (!isKept) return undefined;
    // Another member may be logged in when the last progress is sent.
    const token = session.token;
    const made = new ProgressKeeper({
      ...{ unitId, heartbeat, play: crypto.randomUUID() },
      look: () => lookNow(),
      send: (report, isLeaving) => callApi(saveProgress, report, { locale: i18n.locale, keepalive: isLeaving, token }),
      onAnswer: (answer) => take(answer),
      onFailure: () => setIsBehind(true),
    });
    keeper.current = made;
    const leave = (): void => made.leave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      keeper.current = undefined;
      leave();
    };
  }, [unitId, heartbeat, isKept]);

  return {
    ...{ isDone, isCourseDone, isBehind },
    tick: () => keeper.current?.tick(),
    save: async () => keeper.current?.save(),
  };
}
