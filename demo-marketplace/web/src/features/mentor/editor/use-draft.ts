import { i18n } from '@lingui/core';
import {
  saveCourse,
  saveOutline,
  type CourseBasics,
  type CourseTodo,
  type ManagedCourse,
  type OutlineChapter,
  type OutlineUnit,
} from '@lectern/marketplace-contract';
import { useRef, useState } from 'react';
import { callApi } from '../../../api/client.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { later } from '../../../lib/later.js';
import { DraftSaver, type Saving } from './draft-saver.js';
import type { Removed } from './lists.js';
import { useSaving } from './use-saving.js';

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

/** The parts of a course that are saved apart. */
interface Parts {
  readonly basics: CourseBasics;
  readonly chapters: readonly OutlineChapter[];
}

export interface Draft {
  readonly basics: CourseBasics;
  readonly chapters: readonly DraftChapter[];
  /** Parts that were removed from the outline and can be restored, the latest last. */
  readonly removed: readonly Removed[];
  readonly files: Files;
  /** Requirements that the course does not meet yet. */
  readonly todo: readonly CourseTodo[];
  readonly saving: Saving<CourseTodo>;
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
      new DraftSaver<Parts, CourseTodo>(course.version, course.todo, {
        order: ['basics', 'chapters'],
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
  const saving = useSaving(saver);
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
