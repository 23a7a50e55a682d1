import type { DemoLesson } from '@lectern/marketplace-api/seeding';

/** A question on a video, `中文|English`; right choices begin with `*`. */
export interface QuestionLine {
  readonly ask: string;
  readonly choices: readonly string[];
  readonly reason: string;
}

/** Questions by video; everybody who has watched the video can answer them. */
export const QUIZ_LINES: Readonly<Record<DemoLesson['topic'], readonly QuestionLine[]>> = {
  welcome: [
    {
      ask: '按左右方向鍵，影片會移動多少？|How far do the left and right keys move the film?',
      choices: ['5 秒|5 seconds', '*10 秒|10 seconds', '30 秒|30 seconds'],
      reason: '左右方向鍵每次倒退或快轉 10 秒。|They go back or on by 10 seconds each time.',
    },
    {
      ask: '哪些事可以在看影片時做？|What can you do while you watch?',
      choices: [
        '*在某一秒寫下筆記|Write a note at a second',
        '*用空白鍵暫停|Pause with the space bar',
        '替別人交卷|Hand in somebody else’s quiz',
      ],
      reason:
        '筆記只有你看得到，點時間就會回到那一秒。|Only you see your notes, and their time brings you back to that second.',
    },
    {
      ask: '離開之後再回來，影片從哪裡開始？|You leave and come back: where does the film begin?',
      choices: ['從頭開始|At its beginning', '*上次看到的地方|Where you were', '從最後一秒|At its last second'],
      reason: '進度會自動儲存。|Your progress is saved by itself.',
    },
  ],
  python: [
    {
      ask: 'range(1, 5) 會依序給出哪些數字？|Which numbers does range(1, 5) give?',
      choices: ['1 到 5|1 to 5', '*1 到 4|1 to 4', '0 到 5|0 to 5'],
      reason: 'range 不包含最後一個數字。|range leaves out its last number.',
    },
    {
      ask: '把一到四加起來，迴圈結束後總和是多少？|Adding one to four: what is the sum after the loop?',
      choices: ['4', '9', '*10', '15'],
      reason: '1 + 2 + 3 + 4 = 10。|1 + 2 + 3 + 4 = 10.',
    },
    {
      ask: '加總之前需要先準備什麼？|What do you need before you add up?',
      choices: [
        '*一個從零開始的變數|A variable that starts at zero',
        '一個列印指令|A command that prints',
        '兩個巢狀迴圈|Two loops, one in the other',
      ],
      reason: '每一圈都把 n 加進這個變數。|Each turn adds n to that variable.',
    },
  ],
  photo: [
    {
      ask: '想讓臉有立體的輪廓，光該從哪裡來？|Where should the light come from to give a face its shape?',
      choices: ['正面|The front', '*側面|The side', '正上方的天花板|The ceiling right above'],
      reason: '側光一半亮、一半暗，輪廓就出來了。|From the side, half is bright and half is dark: shape appears.',
    },
    {
      ask: '逆光會出現哪些效果？|What does light from behind do?',
      choices: [
        '*邊緣發亮|The edges glow',
        '*臉變成剪影|The face becomes a silhouette',
        '臉最清楚|The face is clearest',
      ],
      reason: '光在背後，邊緣亮、正面暗。|The edges are bright, the front is dark.',
    },
    {
      ask: '三盞燈一起用時，應該怎麼安排？|You use three lights: how?',
      choices: ['三盞一樣亮|All of the same strength', '*主光最強|One of them leads', '只開逆光|Only the one behind'],
      reason: '主光決定方向，其他兩盞輔助。|The key light sets the direction; the others help.',
    },
  ],
  math: [
    {
      ask: '兩股長 3 和 4 的直角三角形，斜邊多長？|A right triangle has legs of 3 and 4. How long is the long side?',
      choices: ['*5', '6', '7'],
      reason: '9 + 16 = 25，25 的平方根是 5。|9 + 16 = 25, and the root of 25 is 5.',
    },
    {
      ask: '影片用什麼證明這個定理？|What proves the theorem in the film?',
      choices: ['角度|Angles', '*正方形的面積|Areas of squares', '圓的周長|The way around a circle'],
      reason: '兩個小正方形的面積，等於斜邊上的大正方形。|The two small areas equal the large one on the long side.',
    },
    {
      ask: '哪些邊長可以組成直角三角形？|Which sides make a right triangle?',
      choices: ['*5、12、13|5, 12, 13', '4、5、6|4, 5, 6', '*6、8、10|6, 8, 10'],
      reason: '25 + 144 = 169，36 + 64 = 100。|25 + 144 = 169, and 36 + 64 = 100.',
    },
  ],
  english: [
    {
      ask: '沒聽清楚時，可以說哪一句？|You did not catch something. What do you say?',
      choices: ['To sum up…', '*Could you say that again?', 'Shall we get started?'],
      reason: '請對方再說一次，比猜來得好。|Asking is better than guessing.',
    },
    {
      ask: '想有禮貌地表達不同意，怎麼開頭？|How do you begin to disagree politely?',
      choices: ['*I see your point, but…', 'Let’s come back to that.', 'You are wrong.'],
      reason: '先說你聽懂了，再說你的看法。|First say that you understood, then what you think.',
    },
    {
      ask: '哪些句子用在會議的開頭或結尾？|Which of these open or close a meeting?',
      choices: ['*Shall we get started?', '*To sum up…', 'Let’s come back to that.'],
      reason: '離題時才說 Let’s come back to that.|The third one is for what is off topic.',
    },
  ],
  design: [
    {
      ask: '四個方塊擠在一起，為什麼沒有重點？|Four boxes in a crowd: why does nothing lead?',
      choices: [
        '顏色太少|There are too few colours',
        '*彼此沒有距離|Nothing is apart',
        '方塊太小|The boxes are too small',
      ],
      reason: '拉開一點，關係就出現了。|Give them room, and they relate to one another.',
    },
    {
      ask: '怎麼讓其中一個成為主角？|How do you let one of them lead?',
      choices: ['*讓它和其他不一樣|Make it different', '把它刪掉|Take it out', '讓全部都一樣大|Make all of one size'],
      reason: '不一樣的那一個，最先被看見。|What is different is seen first.',
    },
    {
      ask: '關於留白，哪些說法正確？|What is true of white space?',
      choices: [
        '*它讓畫面安靜下來|It calms the page',
        '*它是停頓，不是空|It is a pause, not a hole',
        '越少越好|The less, the better',
      ],
      reason: '留白不是空，是停頓。|White space is not empty. It is a pause.',
    },
  ],
};
