import type { DemoLesson } from '@lectern/marketplace-api/seeding';

/** Chinese and English in one string, separated by `|`. */
export type Both = `${string}|${string}`;

interface DemoCategory {
  readonly name: Both;
  readonly icon: string;
  /** Motif of its course covers. */
  readonly motif: string;
  /** Video used for its lessons. */
  readonly topic: DemoLesson['topic'];
  readonly children: readonly Both[];
}

export const CATEGORIES = {
  code: {
    name: '程式開發|Programming',
    icon: 'code',
    motif: 'code',
    topic: 'python',
    children: ['Python|Python', '網頁開發|Web development', '資料與 AI|Data and AI'],
  },
  design: {
    name: '設計|Design',
    icon: 'design',
    motif: 'design',
    topic: 'design',
    children: ['介面設計|Interface design', '平面與排版|Graphic design'],
  },
  language: {
    name: '語言|Languages',
    icon: 'language',
    motif: 'language',
    topic: 'english',
    children: ['英語|English', '日語|Japanese'],
  },
  science: {
    name: '數學與科學|Maths and science',
    icon: 'math',
    motif: 'science',
    topic: 'math',
    children: ['高中數學|High-school maths', '統計|Statistics', '物理|Physics'],
  },
  business: {
    name: '商業理財|Business and money',
    icon: 'business',
    motif: 'business',
    topic: 'english',
    children: ['行銷與簡報|Marketing and presenting', '理財與試算表|Finance and spreadsheets'],
  },
  photo: {
    name: '攝影|Photography',
    icon: 'photo',
    motif: 'photo',
    topic: 'photo',
    children: ['拍攝|Shooting', '後製|Editing'],
  },
  music: {
    name: '音樂|Music',
    icon: 'music',
    motif: 'music',
    topic: 'welcome',
    children: ['鋼琴|Piano', '樂理|Music theory'],
  },
  art: {
    name: '插畫手作|Illustration',
    icon: 'art',
    motif: 'art',
    topic: 'design',
    children: ['水彩|Watercolour', '電繪|Digital drawing'],
  },
} as const satisfies Readonly<Record<string, DemoCategory>>;

export type CategoryName = keyof typeof CATEGORIES;
