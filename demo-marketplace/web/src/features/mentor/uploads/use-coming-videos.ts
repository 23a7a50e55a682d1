import type { ManagedCourse } from '@lectern/marketplace-contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocale } from '../../../i18n/use-text.js';
import { unitsOf } from '../editor/lists.js';
import type { Draft, DraftUnit } from '../editor/use-draft.js';
import { lessonUploads } from './lesson-uploads.js';

/** Gives units the videos that have arrived for them, whatever step of the editor is open meanwhile. */
export function useComingVideos({ is_locked: isLocked }: ManagedCourse, draft: Draft): void {
  const locale = useLocale();
  const known = useSyncExternalStore(lessonUploads.known.subscribe, lessonUploads.known.getSnapshot);
  const { chapters, removed, setChapters, keepFile } = draft;
  const seen = useRef<ReadonlySet<string>>(new Set());

  const left = useRef<() => void>(undefined);
  useEffect(() => {
    left.current = () => {
      for (const { upload = '' } of unitsOf(removed)) if (upload !== '') void lessonUploads.cancel(upload);
    };
  });
  useEffect(() => () => left.current?.(), []);

  useEffect(() => {
    if (isLocked) return;
    const units = chapters.flatMap((chapter) => chapter.units);
    const coming = new Set(units.flatMap(({ upload = '' }) => (upload === '' ? [] : [upload])));
    // The upload of a removed unit continues as long as the unit can be restored.
    const kept = unitsOf(removed).flatMap(({ upload = '' }) => (upload === '' ? [] : [upload]));
    // Uploads of units that were removed for good are cancelled.
    for (const key of seen.current) {
      const isWanted = coming.has(key) || kept.includes(key) || units.some(({ media }) => media === key);
      if (!isWanted) void lessonUploads.cancel(key);
    }
    seen.current = new Set([...coming, ...kept]);
    for (const key of coming) if (!known.has(key)) void lessonUploads.look(key, locale);

    const settled = [...coming].filter((key) => ['arrived', 'gone'].includes(known.get(key)?.kind ?? ''));
    if (settled.length === 0) return;
    const settle = (unit: DraftUnit): DraftUnit => {
      const { upload = '', ...rest } = unit;
      if (!settled.includes(upload)) return unit;
      const one = known.get(upload);
      return one?.kind === 'arrived' ? { ...rest, media: upload } : rest;
    };
    for (const key of settled) {
      const one = known.get(key);
      if (one?.kind !== 'arrived') continue;
      const { url, size, seconds } = one.file;
      keepFile(key, { url, size, seconds, name: one.name });
    }
    setChapters(chapters.map((chapter) => ({ ...chapter, units: chapter.units.map(settle) })));
    for (const key of settled) lessonUploads.forget(key);
  });
}
