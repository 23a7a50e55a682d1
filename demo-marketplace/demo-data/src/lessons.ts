import { escapeHtml } from '@lectern/marketplace-api/seeding';
import type { Both } from './categories.js';
import { MENTORS } from './people.js';
import type { DemoCourse } from './course-lines.js';

/** Splits a line into its two languages. */
export const both = (line: string): { readonly zh: string; readonly en: string } => {
  const [zh = '', en = ''] = line.split('|');
  return { zh, en };
};

const list = (items: readonly string[]): string => items.map((item) => `<li>${escapeHtml(item)}</li>`).join('');

const FILMS: readonly Both[] = [
  '觀念|the idea',
  '示範|at work',
  '動手做|your turn',
  '常見的錯誤|where it goes wrong',
  '真實案例|a real case',
  '再進一步|one step further',
];
const FILMS_BY_LEVEL = { 0: 2, 1: 3, 2: 4, 3: 6 } as const;

/** Videos of each chapter: more of them at higher levels. The notes follow. */
export const filmsOf = (level: DemoCourse['level']): readonly Both[] => FILMS.slice(0, FILMS_BY_LEVEL[level]);

/** Title of the notes of a chapter. */
export const NOTES: Both = '重點與練習|notes and exercise';

/** Introduction on the page of a course. */
export function introOf(course: DemoCourse): { readonly zh: string; readonly en: string } {
  const subtitle = both(course.subtitle);
  const chapters = course.chapters.map(both);
  const mentor = escapeHtml(MENTORS[course.mentor]?.name ?? '');
  return {
    zh:
      `<p><strong>${escapeHtml(subtitle.zh)}。</strong></p>` +
      `<p>這門課分成 ${chapters.length} 章，每一章有 ${filmsOf(course.level).length} 段短片，以及一頁可以帶走的重點。` +
      `影片都很短，通勤時看一段，睡前看一段，就能一直往前走。</p>` +
      `<h3>課程怎麼走</h3><ol>${list(chapters.map(({ zh }) => zh))}</ol>` +
      `<p>卡住的時候，請直接在課程裡提問，${mentor} 會回覆你。學完所有單元，就能取得可以公開驗證的結業證書。</p>`,
    en:
      `<p><strong>${escapeHtml(subtitle.en)}.</strong></p>` +
      `<p>The course has ${chapters.length} chapters. Each of them has ${filmsOf(course.level).length} short films, and ends with a page ` +
      `of notes to keep. The films are short: one on the way to work, one before bed, and you keep moving.</p>` +
      `<h3>The way through</h3><ol>${list(chapters.map(({ en }) => en))}</ol>` +
      `<p>Stuck? Ask right inside the course, and ${mentor} will answer. Finish every lesson, and a certificate that ` +
      `anybody can verify is yours.</p>`,
  };
}

/** Article with the notes at the end of a chapter, in both languages, since a lesson has a single text. */
export function notesOf(chapter: string): string {
  const { zh, en } = both(chapter);
  return (
    `<h2>${escapeHtml(zh)}：重點整理</h2><ol><li>先用自己的話說一遍這一章在解決什麼問題。</li>` +
    `<li>把示範暫停在關鍵的一步，想想如果少了它會怎樣。</li><li>找一個身邊的例子，套用一次。</li></ol>` +
    `<p><strong>練習</strong>：花十分鐘完成一個最小的成果，再和示範比較差在哪裡。</p><hr>` +
    `<h2>${escapeHtml(en)}: notes</h2><ol><li>Say in your own words which problem this chapter solves.</li>` +
    `<li>Stop the demonstration at its key step and ask what would be missing without it.</li>` +
    `<li>Find an example around you and try it once.</li></ol>` +
    `<p><strong>Exercise</strong>: spend ten minutes on the smallest thing that works, then compare it.</p>`
  );
}

/** The welcome course, which shows how to learn here. */
export const WELCOME = {
  title: 'Lectern 新手上路|Getting started with Lectern',
  subtitle: '五分鐘認識播放器、筆記與證書|The player, notes and certificates in five minutes',
  chapter: '第一次上課|Your first lesson',
  video: '認識你的課堂|Find your way around',
  article: '上課小幫手：快速鍵、筆記與證書|Learning here: keys, notes, certificates',
  body:
    '<h2>播放器快速鍵</h2><ul><li>空白鍵：播放或暫停</li><li>左右方向鍵：後退或前進 10 秒</li><li>F：全螢幕</li></ul>' +
    '<p>在任何一秒都能寫下筆記，之後點一下就回到那裡。看完所有單元，就會自動發給你一張可以公開驗證的證書。</p><hr>' +
    '<h2>Keys of the player</h2><ul><li>Space: play or pause</li><li>Left and right: 10 seconds back or on</li><li>F: full screen</li></ul>' +
    '<p>Write a note at any second, and a click brings you back to it. When every lesson is done, a certificate that anybody can verify is issued by itself.</p>',
  intro: {
    zh: '<p>第一次來？這門免費課程帶你走一遍：怎麼看影片、記筆記、提問，以及學完之後怎麼拿到證書。</p>',
    en: '<p>New here? This free course shows you around: watching, taking notes, asking, and getting a certificate in the end.</p>',
  },
} as const;
