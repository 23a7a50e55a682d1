// The six lessons that come with the product: narration and drawing, step by step.

const INK = '#eef3f0';
const SOFT = '#a7b5ae';
const GREEN = '#5cc79c';
const AMBER = '#f2c266';
const RED = '#f0766f';

const text = (x, y, words, { size = 20, fill = INK, anchor = 'middle', mono = false } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${mono ? ' font-family="monospace"' : ''}>${words}</text>`;
const box = (x, y, w, h, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="10" fill="${fill}" ${more}/>`;
const from = (step, first, drawing) => (step >= first ? drawing : '');

const welcome = (step) =>
  box(20, 30, 320, 190, '#22302b') +
  `<circle cx="180" cy="125" r="34" fill="${GREEN}"/><path d="M170 106 l32 19 l-32 19 z" fill="#0d1412"/>` +
  from(step, 1, box(20, 236, 320, 10, '#2e3a36') + box(20, 236, 60 + step * 55, 10, GREEN)) +
  from(step, 2, text(60, 285, '−10', { fill: AMBER, size: 26 }) + text(300, 285, '+10', { fill: AMBER, size: 26 })) +
  from(step, 3, box(110, 258, 140, 40, '#3a2d10') + text(180, 285, '0:12 ✎', { fill: AMBER, size: 22 }));

const python = (step) => {
  const lines = ['total = 0', 'for n in range(1, 5):', '    total = total + n', 'print(total)'];
  const sums = ['', '0', '1 + 2 + 3 + 4', '10', '10', '10'];
  return (
    box(10, 30, 340, 190, '#0b100e', `stroke="#2e3a36"`) +
    lines
      .slice(0, step + 1)
      .map((line, at) =>
        text(28, 74 + at * 40, line.replaceAll(' ', '\u00a0'), {
          mono: true,
          anchor: 'start',
          fill: at === 1 ? AMBER : INK,
          size: 19,
        }),
      )
      .join('') +
    from(
      step,
      1,
      box(10, 236, 340, 56, '#17352b') + text(180, 272, `total = ${sums[step]}`, { mono: true, fill: GREEN, size: 22 }),
    )
  );
};

const photo = (step) => {
  const lamps = [
    [180, 40],
    [40, 160],
    [180, 280],
  ];
  const lit = step - 1;
  return (
    `<circle cx="180" cy="160" r="62" fill="#3d4a45"/>` +
    lamps
      .map(([x, y], at) =>
        from(
          step,
          at + 1,
          `<circle cx="${x}" cy="${y}" r="18" fill="${at === lit || step > 3 ? AMBER : '#5a4a20'}"/>` +
            `<line x1="${x}" y1="${y}" x2="180" y2="160" stroke="${AMBER}" stroke-width="3" stroke-dasharray="6 6" opacity="${at === lit || step > 3 ? 0.9 : 0.25}"/>`,
        ),
      )
      .join('') +
    `<circle cx="180" cy="160" r="44" fill="#7c6a58"/><circle cx="164" cy="150" r="5" fill="#111"/><circle cx="196" cy="150" r="5" fill="#111"/>` +
    `<path d="M162 176 q18 16 36 0" stroke="#111" stroke-width="4" fill="none"/>`
  );
};

const math = (step) =>
  `<path d="M120 200 h120 v-90 z" fill="#22302b" stroke="${INK}" stroke-width="3"/>` +
  text(180, 222, 'a', { fill: GREEN }) +
  text(256, 162, 'b', { fill: AMBER }) +
  text(166, 148, 'c', { fill: RED }) +
  from(
    step,
    1,
    `<rect x="120" y="200" width="120" height="110" fill="${GREEN}" opacity=".35"/>` +
      text(180, 265, 'a²', { fill: GREEN, size: 26 }),
  ) +
  from(
    step,
    2,
    `<rect x="240" y="110" width="90" height="90" fill="${AMBER}" opacity=".35"/>` +
      text(286, 164, 'b²', { fill: AMBER, size: 26 }),
  ) +
  from(
    step,
    3,
    `<path d="M120 200 l-90 -120 l120 -90 l90 120 z" fill="${RED}" opacity=".35"/>` +
      text(128, 100, 'c²', { fill: RED, size: 26 }),
  ) +
  from(step, 4, text(180, 24, 'a² + b² = c²', { size: 28 }));

const PHRASES = [
  'Shall we get started?',
  'Could you say that again?',
  'I see your point, but…',
  'Let’s come back to that.',
  'To sum up, …',
];
const english = (step) =>
  PHRASES.slice(0, Math.max(step, 0))
    .map(
      (phrase, at) =>
        box(at % 2 === 0 ? 10 : 60, 16 + at * 60, 290, 48, at === step - 1 ? '#17352b' : '#22302b') +
        text(at % 2 === 0 ? 28 : 78, 48 + at * 60, phrase, {
          anchor: 'start',
          fill: at === step - 1 ? GREEN : SOFT,
          size: 20,
        }),
    )
    .join('') || text(180, 160, '“ … ”', { size: 90, fill: GREEN });

const design = (step) => {
  const gap = [4, 4, 14, 26, 34, 34][step];
  const size = (300 - gap * 2) / 2;
  return (
    box(20, 10, 320, 300, '#f6f4ee') +
    [0, 1, 2, 3]
      .map(
        (at) =>
          `<rect x="${30 + (at % 2) * (size + gap)}" y="${20 + Math.floor(at / 2) * (size * 0.9 + gap)}" width="${size - 10}" height="${size * 0.8}" rx="${gap / 4}" fill="${at === 0 && step > 2 ? '#17694f' : '#c9d8d0'}"/>`,
      )
      .join('')
  );
};

/** `[zh, en]` for each step: shown as the slide's line, spoken as its caption. */
export const LESSONS = [
  {
    ...{ topic: 'welcome', seconds: 4, draw: welcome, zh: '認識你的教室', en: 'Find your way around' },
    steps: [
      ['歡迎來到講台。按空白鍵播放或暫停。', 'Welcome to Lectern. Press space to play or pause.'],
      ['進度列帶你到影片的任何一秒。', 'The bar takes you to any second of the video.'],
      ['左右方向鍵一次跳十秒。', 'The arrow keys skip ten seconds.'],
      ['按下筆記，就記在這一秒。', 'A note is kept at this very second.'],
      ['離開後再回來，從原處繼續。', 'Leave and come back: you go on where you were.'],
    ],
  },
  {
    ...{ topic: 'python', seconds: 6, draw: python, zh: '用迴圈把事情做完', en: 'Get it done with a loop' },
    steps: [
      ['先準備一個變數，從零開始。', 'Begin with a variable that holds zero.'],
      ['迴圈讓 n 依序成為一到四。', 'The loop makes n one, two, three, four.'],
      ['每一圈都把 n 加進總和。', 'Each time round, n is added to the total.'],
      ['結束後印出結果：十。', 'When it ends, the result is printed: ten.'],
      ['range 不包含最後一個數字。', 'Mind that range leaves out its last number.'],
      ['換你試試：從一加到一百。', 'Your turn: add one up to a hundred.'],
    ],
  },
  {
    ...{ topic: 'photo', seconds: 6, draw: photo, zh: '光線的三個方向', en: 'Three directions of light' },
    steps: [
      ['同一張臉，光從哪裡來？', 'One face: where does the light come from?'],
      ['順光：清楚，但是平。', 'From the front: clear, but flat.'],
      ['側光：一半亮、一半暗，有了輪廓。', 'From the side: half bright, half dark, and shape appears.'],
      ['逆光：邊緣發亮，臉變成剪影。', 'From behind: the edges glow, the face is a silhouette.'],
      ['三盞燈一起用，主光最強。', 'Use all three, and let one of them lead.'],
      ['今天就在窗邊試一次。', 'Try it today, beside a window.'],
    ],
  },
  {
    ...{ topic: 'math', seconds: 6, draw: math, zh: '畢氏定理的面積證明', en: 'Pythagoras, proved by areas' },
    steps: [
      ['一個直角三角形，三邊是 a、b、c。', 'A right triangle with the sides a, b and c.'],
      ['在 a 邊畫一個正方形。', 'Draw a square on the side a.'],
      ['在 b 邊也畫一個。', 'Draw another one on b.'],
      ['最後畫在斜邊 c 上。', 'And the last one on the long side, c.'],
      ['兩個小的面積，等於大的面積。', 'The two small areas equal the large one.'],
      ['所以三、四、五是直角三角形。', 'That is why three, four, five has a right angle.'],
    ],
  },
  {
    ...{ topic: 'english', seconds: 6, draw: english, zh: '開會時的五句英文', en: 'Five phrases for a meeting' },
    steps: [
      ['開會時最常用的五句話。', 'The five phrases you need most in a meeting.'],
      ['開場：我們開始好嗎？', 'To open: shall we get started?'],
      ['沒聽清楚：可以再說一次嗎？', 'When you missed it: could you say that again?'],
      ['不同意：我懂你的意思，不過……', 'To disagree: I see your point, but…'],
      ['離題了：這個我們等等再談。', 'Off topic: let’s come back to that.'],
      ['結尾：總結來說……', 'To close: to sum up…'],
    ],
  },
  {
    ...{ topic: 'design', seconds: 6, draw: design, zh: '留白讓畫面呼吸', en: 'White space lets a page breathe' },
    steps: [
      ['四個方塊擠在一起，先看哪裡？', 'Four boxes in a crowd: where do you look first?'],
      ['沒有重點，因為沒有距離。', 'Nothing leads, because nothing is apart.'],
      ['拉開一點，關係就出現了。', 'Give them room, and they relate to one another.'],
      ['讓一個不一樣，它就是主角。', 'Make one of them different: it leads.'],
      ['再多一點留白，畫面就安靜了。', 'A little more space, and the page is calm.'],
      ['留白不是空，是停頓。', 'White space is not empty. It is a pause.'],
    ],
  },
];
