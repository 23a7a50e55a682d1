/** A mentor of the demo; the texts suit both languages. */
export interface DemoMentor {
  readonly name: string;
  /** Seed of the drawn face. */
  readonly face: number;
  readonly area: string;
  readonly intro: string;
  readonly subjects: readonly string[];
  readonly education: readonly string[];
  readonly experience: readonly string[];
}

/** The first one is the mentor's demo account. */
export const MENTORS: readonly DemoMentor[] = [
  {
    name: '陳老師 Ms Chen',
    face: 2,
    area: '臺北市 Taipei',
    intro:
      '高中數學教師，十年經驗，相信每個公式都有一張圖。 Ten years of high-school mathematics; every formula has a picture.',
    subjects: ['數學 Mathematics', '統計 Statistics'],
    education: ['國立師範大學數學系 B.Sc. Mathematics'],
    experience: ['高中數學科召集人 Head of a mathematics department'],
  },
  {
    name: '張書豪 Howard Chang',
    face: 1,
    area: '新竹市 Hsinchu',
    intro:
      '軟體工程師，用 Python 處理資料八年，擅長把複雜的事拆成小步驟。 Software engineer who takes big problems apart with Python.',
    subjects: ['Python', '資料分析 Data analysis'],
    education: ['資訊工程碩士 M.Sc. Computer Science'],
    experience: ['資料平台技術主管 Tech lead of a data platform'],
  },
  {
    name: '黃詠晴 Sunny Huang',
    face: 4,
    area: '臺北市 Taipei',
    intro: '產品設計師，帶過五個從零開始的產品。 Product designer who took five products from nothing to launch.',
    subjects: ['介面設計 UI design', '使用者研究 User research'],
    education: ['工業設計學士 B.A. Industrial Design'],
    experience: ['新創公司首位設計師 First designer of a start-up'],
  },
  {
    name: '吳承恩 Ethan Wu',
    face: 3,
    area: '花蓮縣 Hualien',
    intro:
      '自由攝影師，拍山、拍人，也拍早餐。 Freelance photographer of mountains, people, and the occasional breakfast.',
    subjects: ['攝影 Photography', '後製 Editing'],
    education: ['視覺傳達設計系 B.A. Visual Communication'],
    experience: ['雜誌特約攝影 Contributing photographer for magazines'],
  },
  {
    name: '蔡佩珊 Patricia Tsai',
    face: 6,
    area: '臺中市 Taichung',
    intro:
      '英語口語教練，專長是讓不敢開口的人先開口。 English speaking coach for people who would rather not speak first.',
    subjects: ['英語 English', 'IELTS'],
    education: ['應用語言學碩士 M.A. Applied Linguistics'],
    experience: ['企業英語內訓講師 In-company English trainer'],
  },
  {
    name: '佐藤美咲 Misaki Sato',
    face: 8,
    area: '高雄市 Kaohsiung',
    intro: '日語教師，從五十音到商業書信。 Teaches Japanese, from the first kana to business letters.',
    subjects: ['日語 Japanese', 'JLPT'],
    education: ['日本語教育學士 B.A. Japanese Language Teaching'],
    experience: ['日語補習班主任講師 Lead teacher of a language school'],
  },
  {
    name: '許家豪 Kevin Hsu',
    face: 5,
    area: '臺北市 Taipei',
    intro: '行銷顧問，幫小店把故事說清楚。 Marketing consultant who helps small shops tell their story.',
    subjects: ['行銷 Marketing', '簡報 Presenting'],
    education: ['企業管理碩士 MBA'],
    experience: ['電商品牌行銷長 Marketing chief of an online shop'],
  },
  {
    name: '鄭雅文 Vivian Cheng',
    face: 10,
    area: '臺南市 Tainan',
    intro: '鋼琴老師，成人初學者最多的那一位。 Piano teacher with more adult beginners than anybody.',
    subjects: ['鋼琴 Piano', '樂理 Music theory'],
    education: ['音樂系鋼琴組 B.Mus. Piano'],
    experience: ['社區音樂教室創辦人 Founder of a music studio'],
  },
  {
    name: '劉冠廷 Leo Liu',
    face: 7,
    area: '新北市 New Taipei',
    intro: '財務分析師，教你看懂數字再做決定。 Financial analyst: read the numbers first, decide second.',
    subjects: ['理財 Personal finance', '試算表 Spreadsheets'],
    education: ['財務金融學士 B.B.A. Finance'],
    experience: ['投資研究部分析師 Analyst in investment research'],
  },
  {
    name: '周宜蓁 Grace Chou',
    face: 12,
    area: '宜蘭縣 Yilan',
    intro: '插畫家，每天畫一張，畫了六年。 Illustrator; one drawing a day, for six years.',
    subjects: ['插畫 Illustration', '水彩 Watercolour'],
    education: ['美術系西畫組 B.F.A. Painting'],
    experience: ['繪本作者 Author of picture books'],
  },
  {
    name: '莫丹尼 Daniel Moore',
    face: 9,
    area: '臺北市 Taipei',
    intro: '前端工程師，喜歡把網頁做得又快又好用。 Front-end engineer who likes pages fast and kind to their readers.',
    subjects: ['網頁開發 Web development', 'TypeScript'],
    education: ['B.Sc. Software Engineering'],
    experience: ['開源專案維護者 Maintainer of open-source projects'],
  },
  {
    name: '謝明哲 Ming Hsieh',
    face: 11,
    area: '桃園市 Taoyuan',
    intro: '物理博士，實驗比公式先。 Doctor of physics; the experiment comes before the formula.',
    subjects: ['物理 Physics', '科學實驗 Experiments'],
    education: ['物理學博士 Ph.D. Physics'],
    experience: ['科普節目顧問 Adviser of a science programme'],
  },
];

export const FAMILY_NAMES = '陳林黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何蕭羅高'.split('');
/** Male and female names alternate; so do the English ones. */
export const GIVEN_NAMES = (
  '家豪 怡君 志明 淑芬 俊傑 雅婷 宗翰 佳穎 冠宇 欣怡 柏翰 詩涵 承翰 郁婷 宥廷 子晴 品睿 思妤 彥廷 語彤 ' +
  '建宏 美玲 信宏 惠雯 哲瑋 筱涵 育誠 婉婷 偉倫 靜宜 翔宇 佩君 昱廷 心怡 聖文 孟儒 景文 若瑜 紹恩 芷瑄'
).split(' ');
export const ENGLISH_NAMES = (
  'Ben Carter|Amy Lin|David Kim|Chloe Wang|Felix Chen|Emma Brown|Ivan Novak|Hannah Lee|Kai Tanaka|Jasmine Ho|' +
  'Liam Walsh|Mia Rossi|Noah Patel|Olivia Martin|Peter Hsu|Rina Sato|Sam Taylor|Tina Yang|Victor Lau|Zoe Adams'
).split('|');

/** Interests of learners in their profiles. */
export const INTERESTS = ['程式', '設計', '英語', '數學', '攝影', '音樂', '理財', '插畫'];
