/** Reviews by stars; `{chapter}` is replaced by a chapter of the course. */
export const REVIEWS: Readonly<Record<3 | 4 | 5, readonly string[]>> = {
  5: [
    '節奏剛剛好，老師講「{chapter}」的例子讓我一次就懂了。',
    '第一次能把線上課看完，每一段都短，卻都有收穫。',
    '作業很有感，做完就能用在工作上。已經推薦給同事。',
    '老師回答問題很快，也很有耐心。',
    '字幕清楚，手機上看也舒服。「{chapter}」那章值得重看兩次。',
    '比我上過的實體課還有條理，物超所值。',
    '原本以為自己學不會，結果一週就有作品了！',
    '案例都很貼近生活，不會講一堆沒用的理論。',
    '已經二刷，這次特別跟著「{chapter}」動手做了一遍。',
    'Clear, kind and to the point. The chapter on “{chapter}” alone was worth it.',
    'Finished it in a weekend and used it on Monday.',
    'The best explanations I have found so far. More, please!',
    'Short lessons, real examples, quick answers. Thank you.',
  ],
  4: [
    '內容很紮實，希望「{chapter}」可以再多一些練習題。',
    '講解清楚，語速稍快，調成 0.75 倍就剛好。',
    '很適合入門，期待有進階班。',
    '整體很好，若有講義可以下載就更棒了。',
    '範例很實用，前面稍微慢了一點。',
    'Solid course. I would have liked more exercises after “{chapter}”.',
    'Good pace and good examples; the last part is a little short.',
  ],
  3: [
    '內容不錯，但對完全沒基礎的人來說有點快。',
    '比預期簡單一些，適合新手。',
    '「{chapter}」講得太快了，要倒回去看好幾次。',
    'Fine for beginners; I already knew about half of it.',
  ],
};

/** Questions about lessons, with the mentor's replies. */
export const QUESTIONS: readonly (readonly [question: string, reply: string])[] = [
  ['這一段的步驟可以用在手機上嗎？', '可以，步驟一樣，只是選單的位置在右上角。'],
  ['老師示範用的檔案哪裡可以找到？', '放在下一個文章單元的開頭，有附說明。'],
  ['如果結果和影片不一樣，要先檢查哪裡？', '先看看上一個步驟有沒有漏掉，通常是那裡的小地方。'],
  ['請問這個方法有什麼限制嗎？', '資料太少的時候不準，下一章會談到怎麼判斷。'],
  ['學完這門課，接下來建議學什麼？', '先把練習做完，再挑一個自己的小專案，會進步得最快。'],
  ['可以多給一個例子嗎？', '好的，我補了一個在文章單元的最後面。'],
  ['每天大概要花多少時間？', '一天一章，看影片加練習約十五分鐘，一週就能完成。'],
  [
    'Is there an easier way to remember this?',
    'Draw it once by hand. It sticks much better than reading it three times.',
  ],
  ['Could you explain the last step again?', 'Sure: it only undoes what the first step did, in reverse order.'],
  ['Does this also work with older versions?', 'Yes, only the names of two menus differ.'],
];

/** Comments of other learners on a question. */
export const AGREEMENTS = ['我也遇到一樣的問題，照這樣做就好了！', '謝謝，解決了。', 'Same here. Thank you!'];

export interface Lists {
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

export const REQUIREMENTS: Readonly<Record<0 | 1 | 2 | 3, Lists>> = {
  0: { zh: ['不需要任何基礎'], en: ['No knowledge needed'] },
  1: { zh: ['不需要基礎，帶著好奇心就好'], en: ['No knowledge needed, only curiosity'] },
  2: { zh: ['了解基本概念', '每週約兩小時的練習時間'], en: ['The basics', 'About two hours a week to practise'] },
  3: {
    zh: ['已學過入門課程，或有相當經驗', '願意動手完成專案'],
    en: ['A first course, or experience', 'The will to finish a project'],
  },
};

export const AUDIENCE: Lists = {
  zh: ['想有系統學習的初學者', '想把所學用在工作上的人', '喜歡照自己步調學習的人'],
  en: ['Beginners who want a clear path', 'People who want to use it at work', 'Those who learn at their own pace'],
};
