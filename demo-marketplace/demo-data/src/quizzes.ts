import type { UnitQuiz } from '@lectern/marketplace-contract';
import { asc, inArray, sql } from 'drizzle-orm';
import {
  chapters,
  DEMO_PREFIX,
  DEMO_TOPICS,
  demoHandouts,
  media,
  units,
  type Database,
  type DemoLesson,
} from '@lectern/marketplace-api/seeding';
import type { SeededCourse } from './courses.js';
import { both } from './lessons.js';
import { QUIZ_LINES } from './quiz-lines.js';

const TITLES = { file: both('講義：一頁重點|Handout: one page to keep'), quiz: both('隨堂測驗|Check yourself') };
const FILE_WORDS =
  '<p>把重點整理成一頁，印出來或存在手機裡都好。</p><p>The key points on one page, to print or to keep on your phone.</p>';
const QUIZ_WORDS =
  '<p>三個問題，想想影片裡說過的話。答錯也沒關係，可以再試一次。</p><p>Three questions on what the films said. Wrong is fine: try again.</p>';
const PASS_PERCENT = 60;
/** Position after everything else in a chapter. */
const LAST = 100;
/** Interval of the courses that have a quiz. */
const EVERY = 3;

/** The quiz on a video. */
function quizOn(topic: DemoLesson['topic']): UnitQuiz {
  return {
    pass_percent: PASS_PERCENT,
    questions: QUIZ_LINES[topic].map(({ ask, choices, reason }, index) => ({
      ...{ id: `${topic}-${index + 1}`, text: both(ask), reason: both(reason) },
      is_multiple: choices.filter((line) => line.startsWith('*')).length > 1,
      choices: choices.map((line, at) => ({
        ...{ id: `choice-${at + 1}`, text: both(line.replace('*', '')), is_right: line.startsWith('*') },
      })),
    })),
  };
}

/** Adds a handout and a quiz at the end of some courses and of the welcome course. */
export async function seedQuizzes(
  db: Database,
  { list, ownerId, now }: { readonly list: readonly SeededCourse[]; readonly ownerId: number; readonly now: number },
): Promise<void> {
  const files = await demoHandouts(db, ownerId, now);
  const chosen = list.filter(
    ({ line, unitIds }, index) => unitIds.length > 0 && (line === undefined || index % EVERY === 1),
  );
  const ids = chosen.map(({ id }) => id);
  const keys = new Map(
    (
      await db
        .select({ courseId: units.courseId, key: sql<string>`min(${media.key})` })
        .from(units)
        .innerJoin(media, sql`${media.id} = ${units.mediaId}`)
        .where(inArray(units.courseId, ids))
        .groupBy(units.courseId)
    ).map(({ courseId, key }) => [courseId, key]),
  );
  const ofCourses = await db
    .select()
    .from(chapters)
    .where(inArray(chapters.courseId, ids))
    .orderBy(asc(chapters.sort), asc(chapters.id));
  const rows = chosen.flatMap(({ id: courseId }) => {
    const chapter = ofCourses.findLast((one) => one.courseId === courseId);
    const topic = DEMO_TOPICS.find((one) => keys.get(courseId) === `${DEMO_PREFIX}${one}.mp4`);
    if (chapter === undefined || topic === undefined) return [];
    const place = { courseId, chapterId: chapter.id, sort: LAST };
    const title = ({ zh, en }: typeof TITLES.file) => ({ titleZh: zh, titleEn: en });
    return [
      {
        ...place,
        ...title(TITLES.file),
        type: 'file' as const,
        mediaId: files.get(topic) ?? null,
        bodyHtml: FILE_WORDS,
      },
      { ...place, ...title(TITLES.quiz), type: 'quiz' as const, quiz: quizOn(topic), bodyHtml: QUIZ_WORDS },
    ];
  });
  await db.insert(units).values(rows);
}

/** Adds passed attempts for learners who have completed a quiz, at the first or the second try. */
export async function seedAttempts(db: Database): Promise<void> {
  await db.execute(sql`
    INSERT INTO quiz_attempt (enrollment_id, unit_id, answers, score, is_passed, created_at)
    SELECT p.enrollment_id, p.unit_id,
      (SELECT jsonb_agg(jsonb_build_object('question', q ->> 'id', 'choices',
        CASE WHEN tried.is_passed
          THEN (SELECT jsonb_agg(c -> 'id') FROM jsonb_array_elements(q -> 'choices') c WHERE (c ->> 'is_right')::boolean)
          ELSE (SELECT jsonb_build_array(min(c ->> 'id')) FROM jsonb_array_elements(q -> 'choices') c WHERE NOT (c ->> 'is_right')::boolean)
        END)) FROM jsonb_array_elements(u.quiz -> 'questions') q),
      CASE WHEN tried.is_passed THEN 100 ELSE 0 END, tried.is_passed, p.done_at - CASE WHEN tried.is_passed THEN 0 ELSE 240000 END
    FROM unit_progress p
    JOIN unit u ON u.id = p.unit_id AND u.type = 'quiz'
    CROSS JOIN (VALUES (false), (true)) AS tried (is_passed)
    WHERE p.done_at IS NOT NULL AND (tried.is_passed OR p.enrollment_id % 3 = 0)
    ORDER BY p.enrollment_id, p.unit_id, tried.is_passed`);
}
