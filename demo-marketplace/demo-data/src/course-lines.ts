import type { Both, CategoryName } from './categories.js';

export interface DemoFund {
  readonly state: 'funding' | 'producing' | 'failed';
  readonly type: 'people' | 'amount';
  /** People or NT$, by the kind of the campaign. */
  readonly target: number;
  /** Percent of the target. */
  readonly percent: number;
  /** Days from today to the deadline; negative for a campaign that has ended. */
  readonly days: number;
  /** Price for backers, in NT$. */
  readonly early: number;
}

export interface DemoCourse {
  readonly category: CategoryName;
  /** Index of the subcategory. */
  readonly child: number;
  readonly mentor: number;
  /** NT$. */
  readonly price: number;
  readonly original: number;
  readonly level: 0 | 1 | 2 | 3;
  readonly title: Both;
  readonly subtitle: Both;
  readonly chapters: readonly Both[];
  readonly fund?: DemoFund;
  /** Popularity, 0 to 1, which determines the number of learners. */
  readonly heat: number;
}

type Line = readonly [
  place: readonly [CategoryName, child: number, mentor: number],
  terms: readonly [price: number, original: number, level: 0 | 1 | 2 | 3, heat: number],
  title: Both,
  subtitle: Both,
  chapters: readonly Both[],
  fund?: DemoFund,
];

const fund = (
  state: DemoFund['state'],
  [type, target, percent]: readonly [DemoFund['type'], number, number],
  days: number,
  early: number,
): DemoFund => ({ state, type, target, percent, days, early });

const LINES: readonly Line[] = [
  [
    ['code', 0, 1],
    [340, 440, 1, 0.98],
    'Python 從零開始：寫出第一個有用的程式|Python from zero: your first useful program',
    '不背語法，做五個小工具|No syntax drills: five small tools instead',
    [
      '變數與迴圈|Variables and loops',
      '函式與檔案|Functions and files',
      '抓取網頁資料|Reading the web',
      '自動整理報表|Reports that write themselves',
    ],
  ],
  [
    ['code', 2, 1],
    [390, 510, 2, 0.71],
    '用 pandas 看懂資料|Reading data with pandas',
    '從一張混亂的試算表到一張說得清楚的圖|From a messy sheet to a chart that speaks',
    [
      '讀取與清理|Loading and cleaning',
      '分組與彙總|Grouping and summing',
      '時間序列|Time series',
      '畫出重點|Charts that make the point',
    ],
  ],
  [
    ['code', 2, 1],
    [520, 680, 3, 0.44],
    '機器學習實作：從特徵到部署|Machine learning in practice',
    '每一章都有可以執行的專案|A running project in every chapter',
    [
      '問題與資料|Problems and data',
      '特徵工程|Features',
      '訓練與評估|Training and judging',
      '上線與監控|Shipping and watching',
    ],
  ],
  [
    ['code', 1, 10],
    [330, 430, 1, 0.86],
    '網頁的骨架與外觀：HTML 與 CSS|The bones and skin of the web',
    '做出手機也好看的個人網站|A personal site that looks good on phones too',
    [
      '語意標籤|Tags with meaning',
      '版面與格線|Layout and grid',
      '字與顏色|Type and colour',
      '響應式設計|Responsive pages',
    ],
  ],
  [
    ['code', 1, 10],
    [380, 490, 2, 0.63],
    'TypeScript 實戰|TypeScript for working people',
    '讓編譯器替你抓錯|Let the compiler find it first',
    ['型別思考|Thinking in types', '泛型|Generics', '與 API 對話|Talking to APIs', '測試與重構|Tests and refactoring'],
  ],
  [
    ['code', 1, 10],
    [0, 0, 1, 0.8],
    '一口氣看懂網路怎麼運作|How the web works, in one sitting',
    '從輸入網址到看見畫面|From the address bar to the picture',
    ['一次請求的旅程|The journey of a request', '快取與安全|Caches and safety'],
  ],
  [
    ['design', 0, 2],
    [320, 420, 1, 0.77],
    '介面設計入門：從觀察到原型|Interface design: from watching to prototype',
    '學會做決定，而不是套樣式|Learn to decide, not to decorate',
    [
      '看懂好介面|Seeing good interfaces',
      '流程與線框|Flows and wireframes',
      '元件與狀態|Components and states',
      '可用性測試|Testing with people',
    ],
  ],
  [
    ['design', 0, 2],
    [360, 360, 2, 0.35],
    '設計系統：讓團隊說同一種語言|Design systems: one language for a team',
    '從色票到元件庫|From swatches to a component library',
    [
      '盤點與原則|Inventory and principles',
      '設計代幣|Design tokens',
      '元件規格|Component specs',
      '推廣與維護|Adoption and care',
    ],
  ],
  [
    ['design', 1, 2],
    [180, 230, 0, 0.58],
    '排版的基本功|Typography, the basics',
    '字、行、留白：三件事就夠|Letters, lines, white space: three things suffice',
    ['字型個性|Characters of type', '行距與欄寬|Leading and measure', '留白與層次|Space and hierarchy'],
  ],
  [
    ['design', 1, 9],
    [210, 270, 1, 0.29],
    '繪本式的資訊圖表|Infographics that read like picture books',
    '用圖說故事，也說數字|Tell stories, and numbers, in pictures',
    ['找到主角|Finding the hero', '比例與圖例|Scale and legend', '上色與輸出|Colour and export'],
  ],
  [
    ['language', 0, 4],
    [330, 430, 1, 0.92],
    '開口說英語：每天十五分鐘|Speak up: fifteen minutes of English a day',
    '先說出來，再說漂亮|Say it first, polish it later',
    [
      '自我介紹|Introducing yourself',
      '問路與點餐|Directions and orders',
      '聊天不冷場|Keeping talk alive',
      '說說你的工作|Talking about work',
    ],
  ],
  [
    ['language', 0, 4],
    [390, 510, 2, 0.66],
    '職場英語會議力|English for meetings',
    '主持、打斷、總結都有句型|Phrases to chair, to interrupt, to sum up',
    [
      '開場與議程|Openings and agendas',
      '表達不同意|Disagreeing well',
      '追問與確認|Asking and checking',
      '會後信件|The mail afterwards',
    ],
  ],
  [
    ['language', 0, 4],
    [520, 680, 3, 0.41],
    '雅思口說七分計畫|IELTS speaking: the plan for band 7',
    '題型拆解與錄音回饋|Questions taken apart, recordings reviewed',
    ['評分標準|How it is marked', '第一部分|Part one', '第二部分|Part two', '第三部分|Part three'],
  ],
  [
    ['language', 1, 5],
    [260, 340, 1, 0.83],
    '日語五十音：七天記住它|Kana in seven days',
    '聽、寫、說一起來|Listen, write, speak together',
    ['清音|Plain sounds', '濁音與拗音|Voiced and combined sounds', '第一句日語|Your first sentences'],
  ],
  [
    ['language', 1, 5],
    [290, 380, 2, 0.48],
    '旅遊日語：走到哪說到哪|Japanese for travellers',
    '八個場景，四十句夠用|Eight scenes, forty sentences',
    ['車站與飯店|Stations and hotels', '餐廳與購物|Meals and shops', '突發狀況|When things go wrong'],
  ],
  [
    ['science', 0, 0],
    [410, 530, 2, 0.88],
    '高中數學：函數與圖形|High-school maths: functions and graphs',
    '看著圖，公式自己會出來|Look at the graph and the formula follows',
    [
      '一次與二次函數|Lines and parabolas',
      '指數與對數|Exponentials and logarithms',
      '三角函數|Trigonometry',
      '綜合應用|Putting it together',
    ],
  ],
  [
    ['science', 0, 0],
    [530, 690, 3, 0.52],
    '微積分的直覺|The intuition of calculus',
    '先懂它在說什麼，再算|Know what it says before you calculate',
    ['極限|Limits', '導數|Derivatives', '積分|Integrals', '生活裡的變化率|Rates of change around us'],
  ],
  [
    ['science', 1, 0],
    [300, 390, 1, 0.6],
    '用統計做決定|Deciding with statistics',
    '平均數說的不是全部|The mean is not the whole story',
    [
      '描述資料|Describing data',
      '機率與抽樣|Chance and samples',
      '信賴區間|Confidence intervals',
      '常見的誤會|Common mistakes',
    ],
  ],
  [
    ['science', 0, 0],
    [0, 0, 1, 0.69],
    '畢氏定理的三種證明|Three proofs of Pythagoras',
    '一張紙、一把剪刀|A sheet of paper and scissors',
    ['用面積證|By areas', '用相似證|By similarity'],
  ],
  [
    ['science', 2, 11],
    [230, 300, 1, 0.46],
    '廚房裡的物理|Physics in the kitchen',
    '十個在家能做的實驗|Ten experiments to do at home',
    ['熱與溫度|Heat and temperature', '壓力與浮力|Pressure and floating', '聲音與波|Sound and waves'],
  ],
  [
    ['science', 2, 11],
    [380, 490, 3, 0.24],
    '看見量子|Seeing quanta',
    '不怕公式的量子力學導論|Quantum mechanics for the unafraid',
    ['光的兩張臉|Two faces of light', '疊加與測量|Superposition and measuring', '量子位元|Qubits'],
  ],
  [
    ['business', 0, 6],
    [320, 420, 1, 0.75],
    '十分鐘簡報術|The ten-minute presentation',
    '一個重點、三個例子、一個請求|One point, three examples, one request',
    [
      '聽眾是誰|Who is listening',
      '故事線|The story line',
      '投影片做減法|Slides by subtraction',
      '上台之前|Before you go on',
    ],
  ],
  [
    ['business', 0, 6],
    [370, 480, 2, 0.5],
    '小店的社群行銷|Social marketing for small shops',
    '沒有預算也能開始|Start without a budget',
    ['定位與語氣|Position and voice', '一週內容表|A week of content', '短影音|Short films', '看懂成效|Reading results'],
  ],
  [
    ['business', 1, 8],
    [260, 340, 1, 0.81],
    '人人都該會的試算表|Spreadsheets for everybody',
    '從加總到樞紐分析|From sums to pivot tables',
    ['公式與參照|Formulas and references', '查找與比對|Looking things up', '樞紐分析|Pivot tables'],
  ],
  [
    ['business', 1, 8],
    [240, 310, 1, 0.57],
    '第一次理財就上手|Money for beginners',
    '預算、緊急預備金、指數投資|Budget, safety net, index investing',
    ['錢流去哪|Where the money goes', '風險與報酬|Risk and return', '定期定額|Investing step by step'],
  ],
  [
    ['business', 1, 8],
    [0, 0, 0, 0.4],
    '看懂一張財務報表|Reading a financial statement',
    '三張表、五個數字|Three tables, five numbers',
    ['損益表|Income', '資產負債表|Balance', '現金流量表|Cash flow'],
  ],
  [
    ['photo', 0, 3],
    [310, 400, 1, 0.73],
    '光線的語言：攝影入門|The language of light',
    '用手機也能拍好|Good pictures, also with a phone',
    [
      '曝光三角|The exposure triangle',
      '光的方向|Where light comes from',
      '構圖|Composition',
      '拍一組作品|A series of your own',
    ],
  ],
  [
    ['photo', 0, 3],
    [280, 360, 2, 0.37],
    '人像攝影：讓人放鬆的鏡頭|Portraits that put people at ease',
    '溝通比器材重要|Talking matters more than gear',
    ['認識你的被攝者|Knowing your sitter', '窗光與補光|Window light and fill', '引導姿勢|Guiding a pose'],
  ],
  [
    ['photo', 1, 3],
    [270, 350, 2, 0.33],
    '照片後製：自然的色彩|Editing for natural colour',
    '修到看不出修過|Edited until nobody notices',
    ['檔案與流程|Files and workflow', '曝光與對比|Exposure and contrast', '膚色與天空|Skin and sky'],
  ],
  [
    ['music', 0, 7],
    [200, 260, 1, 0.68],
    '成人鋼琴第一課|First piano lessons for adults',
    '四週彈出一首完整的曲子|A whole piece in four weeks',
    ['坐姿與手型|Posture and hands', '右手旋律|Melody', '左手和弦|Chords', '合手|Both hands'],
  ],
  [
    ['music', 1, 7],
    [100, 130, 0, 0.31],
    '聽懂和弦|Hearing chords',
    '不用看譜也能找到的三個和弦|Three chords you can find by ear',
    ['大調與小調|Major and minor', '四級與五級|Fourths and fifths', '聽歌抓和弦|Chords of a song'],
  ],
  [
    ['art', 0, 9],
    [230, 300, 1, 0.54],
    '水彩的水與色|Water and colour',
    '從一片葉子開始|Begin with a leaf',
    ['平塗與渲染|Washes', '混色|Mixing', '一張風景|A landscape'],
  ],
  [
    ['art', 1, 9],
    [300, 390, 1, 0.62],
    '平板電繪：每日一圖|A drawing a day on a tablet',
    '三十天的小題目|Thirty small subjects',
    ['筆刷與圖層|Brushes and layers', '線條|Line', '光影|Light and shadow', '角色|Characters'],
  ],
  // Campaigns in all states.
  [
    ['code', 2, 1],
    [440, 570, 2, 0],
    '打造你的 AI 助理|Build your own AI assistant',
    '從提示詞到可以上線的服務|From prompts to a service that runs',
    ['設計對話|Designing talks', '工具與資料|Tools and data', '評估|Judging answers'],
    fund('funding', ['people', 100, 99], 2, 290),
  ],
  [
    ['photo', 0, 3],
    [2_900, 3_600, 2, 0],
    '山裡的攝影課：合歡群峰|A photography class in the mountains',
    '跟著日出走三天|Three days after the sunrise',
    ['行前準備|Before you go', '雲海與星空|Clouds and stars', '安全|Safety'],
    fund('funding', ['amount', 200_000, 3], 27, 1_900),
  ],
  [
    ['music', 0, 7],
    [380, 490, 1, 0],
    '把流行歌彈成鋼琴曲|Pop songs on the piano',
    '十首歌，票選決定|Ten songs, chosen by vote',
    ['旋律|Melody', '伴奏型|Accompaniment', '改編|Arranging'],
    fund('funding', ['people', 60, 135], 9, 250),
  ],
  [
    ['science', 0, 0],
    [440, 570, 2, 0],
    '會動的幾何：一百個動畫|Moving geometry: a hundred animations',
    '看一眼就記得的證明|Proofs you remember at a glance',
    ['三角形|Triangles', '圓|Circles', '變換|Transformations'],
    fund('funding', ['amount', 30_000, 62], 16, 290),
  ],
  [
    ['language', 1, 5],
    [470, 610, 2, 0.3],
    '跟著動畫學日語|Japanese through animation',
    '二十個片段，聽懂語氣|Twenty scenes, heard with their tone',
    ['日常對話|Everyday talk', '敬語|Polite speech', '口語縮約|Contractions'],
    fund('producing', ['people', 50, 118], -6, 310),
  ],
  [
    ['art', 0, 9],
    [380, 490, 1, 0],
    '植物水彩圖鑑|A watercolour herbarium',
    '四十種台灣植物|Forty plants of Taiwan',
    ['觀察|Looking', '線稿|Drawing', '上色|Painting'],
    fund('failed', ['people', 120, 41], -11, 250),
  ],
];

export const COURSES: readonly DemoCourse[] = LINES.map(
  ([[category, child, mentor], [price, original, level, heat], title, subtitle, chapters, campaign]) => ({
    ...{ category, child, mentor, price, original, level, heat, title, subtitle, chapters },
    ...(campaign !== undefined && { fund: campaign }),
  }),
);
