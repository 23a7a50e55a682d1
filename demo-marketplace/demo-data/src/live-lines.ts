import type { LiveKind, RefundPolicy } from '@lectern/marketplace-contract';
import type { Both } from './categories.js';

interface DemoTicket {
  readonly name: Both;
  /** In dollars; 0 for free. */
  readonly price: number;
  /** Early-bird price in dollars. */
  readonly early?: number;
  readonly quantity: number;
}

/** A live class or activity of the demo. */
export interface DemoLive {
  readonly kind: LiveKind;
  /** Index of the mentor. */
  readonly mentor: number;
  readonly title: Both;
  readonly intro: Both;
  readonly motif: string;
  /** Days from today to the first session. */
  readonly inDays: number;
  /** Start by the site's clock. */
  readonly hour: number;
  readonly hours: number;
  /** Number of weekly sessions. */
  readonly weeks: number;
  /** Empty for an online one. */
  readonly venue: string;
  readonly map: string;
  readonly policy: RefundPolicy;
  readonly tickets: readonly DemoTicket[];
}

const ONLINE = { venue: '', map: '' } as const;
const mapOf = (place: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place }).toString()}`;

export const LIVES: readonly DemoLive[] = [
  {
    ...{ kind: 'class', mentor: 0, motif: 'science', inDays: 12, hour: 19, hours: 2, weeks: 4, policy: 'flexible' },
    title: '學測數學衝刺班|Exam mathematics, four evenings',
    intro:
      '四個晚上走過函數、數列、機率與向量；每堂先講觀念，再一起解三題。|Functions, sequences, probability and vectors in four evenings: first the idea, then three problems together.',
    ...ONLINE,
    tickets: [{ name: '四堂課|All four sessions', price: 1_800, early: 1_500, quantity: 25 }],
  },
  {
    ...{ kind: 'class', mentor: 4, motif: 'language', inDays: 9, hour: 20, hours: 1, weeks: 1, policy: 'flexible' },
    title: '開口說英語：點餐與問路|Speak up: ordering and asking the way',
    intro: '小班對話練習，每個人都有開口的時間。|A small group in which everybody gets to speak.',
    ...ONLINE,
    tickets: [
      { name: '學員票|Learner', price: 350, quantity: 8 },
      { name: '旁聽票|Listener', price: 120, quantity: 30 },
    ],
  },
  {
    ...{ kind: 'class', mentor: 1, motif: 'code', inDays: 16, hour: 20, hours: 2, weeks: 2, policy: 'moderate' },
    title: '用 Python 整理一份真的報表|Clean up a real report with Python',
    intro:
      '帶一份自己的試算表來，兩個晚上把它變成一鍵更新的報表。|Bring a spreadsheet of your own and turn it into a report that updates itself.',
    ...ONLINE,
    tickets: [{ name: '一般票|Standard', price: 900, quantity: 20 }],
  },
  {
    ...{ kind: 'activity', mentor: 3, motif: 'photo', inDays: 10, hour: 6, hours: 3, weeks: 1, policy: 'strict' },
    title: '清晨的七星潭：攝影散步|Qixingtan at dawn: a photo walk',
    intro:
      '日出前集合，沿著海灘拍到早餐時間；手機與相機都可以。|We meet before sunrise and take pictures along the beach until breakfast; a phone will do.',
    ...{ venue: '花蓮縣新城鄉七星潭風景區', map: mapOf('七星潭風景區') },
    tickets: [{ name: '一般票|Standard', price: 600, early: 520, quantity: 12 }],
  },
  {
    ...{ kind: 'activity', mentor: 2, motif: 'design', inDays: 14, hour: 14, hours: 2, weeks: 1, policy: 'flexible' },
    title: '作品集健檢日|Portfolio review afternoon',
    intro:
      '帶三件作品來，聽三個人的意見。名額有限，免費參加。|Bring three pieces and hear three opinions. Free, while places last.',
    ...{ venue: '臺北市中正區重慶南路一段', map: mapOf('重慶南路一段') },
    tickets: [{ name: '免費票|Free', price: 0, quantity: 15 }],
  },
];
