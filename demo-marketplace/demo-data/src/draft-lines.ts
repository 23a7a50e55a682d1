import { Locale, type OutlineChapter, type OutlineUnit, type QuizQuestion } from '@lectern/marketplace-contract';
import { DEMO_PREFIX, type CourseDocument, type DemoLesson } from '@lectern/marketplace-api/seeding';
import type { Both } from './categories.js';
import { both } from './lessons.js';

const DAY_MS = 86_400_000;
const CENTS = 100;

const filmOf = (topic: DemoLesson['topic']): string => `${DEMO_PREFIX}${topic}.mp4`;

const unit = (type: OutlineUnit['type'], title: Both, more: Partial<OutlineUnit>): OutlineUnit => ({
  ...{ type, title: both(title), media: '', body_html: '', preview: false },
  ...more,
});
const film = (title: Both, topic: DemoLesson['topic'], preview = false): OutlineUnit =>
  unit('video', title, { media: filmOf(topic), preview });
const chapter = (title: Both, units: OutlineUnit[]): OutlineChapter => ({ title: both(title), units });

const sentences = (...lines: readonly Both[]) => ({
  zh: lines.map((line) => both(line).zh),
  en: lines.map((line) => both(line).en),
});

const question = (id: string, ask: Both, choices: readonly string[], reason: Both): QuizQuestion => ({
  ...{ id, text: both(ask), reason: both(reason) },
  is_multiple: choices.filter((line) => line.startsWith('*')).length > 1,
  choices: choices.map((line, index) => ({
    ...{ id: `choice-${index + 1}`, text: both(line.replace('*', '')), is_right: line.startsWith('*') },
  })),
});

/** Facts for a course that come from other rows. */
interface Given {
  /** Key of its cover; empty for none yet. */
  readonly cover: string;
  readonly categoryId: number;
  readonly now: number;
}

const priced = (price: number, original: number) => ({
  price_cents: price * CENTS,
  original_price_cents: original * CENTS,
});

/** A course under review, with a unit of every type. */
export const chanceCourse = ({ cover, categoryId }: Given): CourseDocument => ({
  basics: {
    title: both('機率的故事：從擲骰子到天氣預報|The story of chance: from dice to the weather'),
    subtitle: both('不確定，也能算得清楚|Uncertain, and still calculable'),
    intro: both(
      '<p>從一顆骰子開始，走到每天的降雨機率。每一章都有一個可以動手的小實驗。</p>|<p>It begins with one die and ends with the chance of rain. Every chapter has a small experiment.</p>',
    ),
    learn: sentences(
      '看懂降雨機率在說什麼|Know what a chance of rain says',
      '用兩顆骰子解釋「平均」|Explain an average with two dice',
    ),
    requirements: sentences('會分數的加減乘除|Fractions'),
    audience: sentences('高中生與好奇的大人|Pupils and curious adults'),
    ...{ category_id: String(categoryId), level: 1, lang: Locale.Chinese, crowdfund: null },
    ...{ ...priced(150, 200), images: [cover], clip: '' },
  },
  chapters: [
    chapter('骰子與硬幣|Dice and coins', [
      film('一顆骰子|One die', 'math', true),
      film('兩枚硬幣|Two coins', 'math'),
      unit('article', '動手做：丟三十次|Your turn: thirty throws', {
        body_html:
          '<h2>準備</h2><p>一枚硬幣、一張紙，十分鐘。</p><ol><li>丟三十次，記下正面的次數。</li><li>再丟三十次，和第一次比較。</li></ol><hr>' +
          '<h2>What you need</h2><p>A coin, a sheet of paper, ten minutes.</p><ol><li>Throw it thirty times and count the heads.</li><li>Throw it thirty times again, and compare.</li></ol>',
      }),
    ]),
    chapter('明天會下雨嗎|Will it rain tomorrow', [
      film('三成是多少|How much is 30 %', 'math'),
      film('預報準不準|Was the forecast right', 'math'),
      film('賭徒的錯覺|The gambler’s mistake', 'math'),
      unit('file', '講義：一頁重點|Handout: one page to keep', {
        media: `${DEMO_PREFIX}math-handout.pdf`,
        body_html:
          '<p>把重點整理成一頁，印出來或存在手機裡都好。</p><p>The key points on one page, to print or to keep on your phone.</p>',
      }),
      unit('quiz', '隨堂測驗|Check yourself', {
        body_html: '<p>兩個問題，答錯也可以再試一次。</p><p>Two questions; you may try again.</p>',
        quiz: {
          pass_percent: 60,
          questions: [
            question(
              'six',
              '連續擲出三次六點之後，下一次是六點的機率是多少？|After three sixes in a row, what is the chance of another one?',
              ['比六分之一小|Less than one in six', '*六分之一|One in six', '比六分之一大|More than one in six'],
              '骰子不會記得上一次。|A die does not remember.',
            ),
            question(
              'rain',
              '「降雨機率三成」代表什麼？選出所有正確的說法。|A chance of rain of 30 %: which of these does it mean?',
              [
                '*十個這樣的日子裡，大約三天會下雨|Of ten such days, it rains on about three',
                '明天有三成的時間在下雨|It rains for 30 % of tomorrow',
                '*沒下雨也不代表預報錯了|A dry day does not prove the forecast wrong',
              ],
              '機率說的是很多次之後的比例，不是單獨一天。|It speaks of many such days, not of one.',
            ),
          ],
        },
      }),
    ]),
  ],
});

/** A refused course; `TRIGONOMETRY_REASON` is the reason. */
export const trigonometryCourse = ({ cover, categoryId }: Given): CourseDocument => ({
  basics: {
    title: both('三角函數不用背|Trigonometry without learning by heart'),
    subtitle: both('一個圓，看懂正弦與餘弦|One circle for sine and cosine'),
    intro: both(
      '<p>從單位圓出發，把公式一條一條畫出來，最後走到反三角函數。</p>|<p>From the unit circle to every formula, drawn one by one, and on to the inverse functions.</p>',
    ),
    learn: sentences('用單位圓說明正弦與餘弦|Explain sine and cosine with the unit circle'),
    requirements: sentences('認識直角三角形|Right-angled triangles'),
    audience: sentences('準備學測的高中生|Pupils before their exams'),
    ...{ category_id: String(categoryId), level: 2, lang: Locale.Chinese, crowdfund: null },
    ...{ ...priced(120, 160), images: [cover], clip: '' },
  },
  chapters: [
    chapter('單位圓|The unit circle', [
      film('圓上的一點|A point on the circle', 'math', true),
      film('影子的長度|The length of a shadow', 'math'),
    ]),
    chapter('公式從哪裡來|Where the formulas come from', [
      film('和角公式|Sums of angles', 'math'),
      film('畢氏定理又來了|Pythagoras again', 'math'),
    ]),
  ],
});
export const TRIGONOMETRY_REASON =
  '課程介紹提到反三角函數，但大綱裡沒有相關單元。請補上單元，或修改介紹後再送審。\nThe introduction promises inverse functions, but no lesson is about them. Add one or change the introduction, then submit it again.';

/** A draft without cover, text or English translation. */
export const paperCourse = ({ categoryId }: Given): CourseDocument => ({
  basics: {
    title: { zh: '摺紙裡的幾何', en: '' },
    subtitle: { zh: '一張紙，摺出正五邊形', en: '' },
    intro: { zh: '<p>不用尺規，只用一張正方形的紙。</p>', en: '' },
    learn: { zh: ['摺出並證明正五邊形'], en: [] },
    ...{ requirements: { zh: [], en: [] }, audience: { zh: [], en: [] } },
    ...{ category_id: String(categoryId), level: 0, lang: Locale.Chinese, crowdfund: null },
    ...{ ...priced(120, 120), images: [], clip: '' },
  },
  chapters: [
    {
      title: { zh: '第一道摺痕', en: '' },
      units: [{ ...film('對摺與角平分線|', 'math'), preview: true }, unit('article', '摺紙的七條公設|', {})],
    },
  ],
});

/** A submitted course with a campaign. */
export const campaignCourse = ({ cover, categoryId, now }: Given): CourseDocument => ({
  basics: {
    title: both('街頭攝影散步：十條巷子|Street photography: ten lanes on foot'),
    subtitle: both('每一集走一條巷子，拍一張照片|One lane, one picture at a time'),
    intro: both(
      '<p>募資成功後，我會走進十座城市的巷子，邊走邊拍給你看。</p>|<p>Once it is backed, I walk the lanes of ten towns and show you how each picture is made.</p>',
    ),
    learn: sentences('在三步之內找到畫面|Find the picture within three steps'),
    requirements: sentences('會用手機拍照|You take pictures with your phone'),
    audience: sentences('喜歡散步的人|Whoever likes to walk'),
    ...{ category_id: String(categoryId), level: 0, lang: Locale.Chinese, clip: '' },
    ...{ ...priced(320, 400), images: [cover] },
    crowdfund: {
      ...{ target_type: 'people', target: 40, early_price_cents: 240 * CENTS },
      deadline: new Date(now + 30 * DAY_MS).toISOString(),
      produce_by: new Date(now + 75 * DAY_MS).toISOString(),
    },
  },
  chapters: [],
});

/** Chapter that the newer version of a published course adds. */
export const NEW_CHAPTER = chapter('學員問我的三件事|Three things that learners asked', [
  film('從哪裡開始最好|Where to begin', 'english'),
  film('卡住的時候怎麼辦|What to do when stuck', 'english'),
]);
