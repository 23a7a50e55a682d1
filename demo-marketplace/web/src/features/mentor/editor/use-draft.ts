import { i18n } from '@lingui/core';
import {
  saveCourse,
  saveOutline,
  type CourseBasics,
  type ManagedCourse,
  type OutlineChapter,
  type OutlineUnit,
} from '@lectern/marketplace-contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { callApi } from '../../../api/client.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { later } from '../../../lib/later.js';
import { DraftSaver, SavingState, type Saving } from './draft-saver.js';
import type { Removed } from './lists.js';

/** A unit with a name that stays while it is moved. */
export type DraftUnit = OutlineUnit & { readonly uid: string };
export type DraftChapter = Omit<OutlineChapter, 'units'> & {
  readonly uid: string;
  readonly units: readonly DraftUnit[];
};

let lastUid = 0;
export const newUid = (): string => `new-${(lastUid += 1)}`;

const keyed = (chapters: readonly OutlineChapter[]): DraftChapter[] =>
  chapters.map((chapter) => ({
    ...chapter,
    uid: newUid(),
    units: chapter.units.map((unit) => ({ ...unit, uid: newUid() })),
  }));

const plain = (chapters: readonly DraftChapter[]): OutlineChapter[] =>
  chapters.map(({ uid: _uid, ...chapter }) => ({
    ...chapter,
    units: chapter.units.map(({ uid: _unitUid, ...unit }) => unit),
  }));

type Files = ManagedCourse['files'];

export interface Draft {
  readonly basics: CourseBasics;
  readonly chapters: readonly DraftChapter[];
  /** Parts that were removed from the outline and can be restored, the latest last. */
  readonly removed: readonly Removed[];
  readonly files: Files;
  /** Requirements that the course does not meet yet. */
  readonly todo: Saving['todo'];
  readonly saving: Saving;
  /** True once something was changed since the course was opened. */
  readonly isEdited: boolean;
  readonly setBasics: (change: Partial<CourseBasics>) => void;
  readonly setChapters: (chapters: readonly DraftChapter[]) => void;
  readonly setRemoved: (removed: readonly Removed[]) => void;
  readonly keepFile: (key: string, file: Files[string]) => void;
  /** Saves all pending changes; resolves with false if that failed. */
  readonly flush: () => Promise<boolean>;
}

/** A course that is saved as it is edited. */
export function useDraft(course: ManagedCourse): Draft {
  const [basics, setBasics] = useState(course.basics);
  const [chapters, setChapters] = useState<readonly DraftChapter[]>(() => keyed(course.chapters));
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [files, setFiles] = useState(course.files);
  const [isEdited, setIsEdited] = useState(false);
  const client = useApiClient();
  const [saver] = useState(
    () =>
      new DraftSaver(course.version, course.todo, {
        send: async (part, version) => {
          const at = { id: course.id, version };
          const options = { locale: i18n.locale };
          const answer = await ('basics' in part
            ? callApi(saveCourse, { ...at, ...part.basics }, options)
            : callApi(saveOutline, { ...at, chapters: [...part.chapters] }, options));
          // Lists and previews show the course too.
          client.forgetAfterChange();
          return answer;
        },
        later,
      }),
  );
  const saving = useSyncExternalStore(saver.state.subscribe, saver.state.getSnapshot);
  useEffect(() => {
    // Closing the window asks for confirmation; another page of the application continues to save.
    const ask = (event: BeforeUnloadEvent): void => {
      if (saver.hasUnsaved) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      void saver.flush();
      const end = (): void => {
        const { state } = saver.state.getSnapshot();
        if (state !== SavingState.Saved && state !== SavingState.Failed) return;
        removeEventListener('beforeunload', ask);
        stop();
      };
      const stop = saver.state.subscribe(end);
      end();
    };
  }, [saver]);

  const latest = useRef(basics);
  return {
    ...{ basics, chapters, removed, setRemoved, files, saving, isEdited, todo: saving.todo },
    flush: () => saver.flush(),
    setBasics: (change) => {
      // Two changes may come before the next render.
      latest.current = { ...latest.current, ...change };
      setBasics(latest.current);
      setIsEdited(true);
      saver.edit({ basics: latest.current });
    },
    setChapters: (list) => {
      setChapters(list);
      setIsEdited(true);
      saver.edit({ chapters: plain(list) });
    },
    keepFile: (key, file) => setFiles((current) => ({ ...current, [key]: file })),
  };
}
