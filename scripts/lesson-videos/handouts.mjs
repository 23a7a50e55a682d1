/** One page for each film: its content in both languages, and an exercise. */
export const HANDOUTS = [
  {
    name: 'welcome',
    zh: '播放器一頁通',
    en: 'The player on one page',
    points: [
      ['空白鍵或 K：播放、暫停', 'Space or K: play and pause'],
      ['← →：倒退、快轉 10 秒', '← →: back and on by 10 seconds'],
      ['F：全螢幕；M：靜音', 'F: full screen; M: mute'],
      ['筆記會記住那一秒，點一下就回去', 'A note keeps its second; a click brings you back'],
      ['學完所有單元，證書自動發給你', 'Finish every unit, and your certificate comes by itself'],
    ],
    exercise: ['試試看：在影片第 12 秒寫一則筆記。', 'Try it: write a note at second 12 of the film.'],
  },
  {
    name: 'python',
    zh: '用迴圈把事情做完',
    en: 'Get it done with a loop',
    points: [
      ['先準備一個從零開始的變數：total = 0', 'Begin with a variable at zero: total = 0'],
      ['for n in range(1, 5): 讓 n 依序成為 1、2、3、4', 'for n in range(1, 5): makes n 1, 2, 3, 4'],
      ['total += n 把每一個 n 加進總和', 'total += n adds each n to the sum'],
      ['range 不包含最後一個數字', 'range leaves out its last number'],
    ],
    exercise: ['練習：從 1 加到 100，答案是多少？', 'Exercise: add up 1 to 100. What is the sum?'],
  },
  {
    name: 'photo',
    zh: '光線的三個方向',
    en: 'Three directions of light',
    points: [
      ['順光：清楚，但是平', 'From the front: clear, but flat'],
      ['側光：一半亮、一半暗，有了輪廓', 'From the side: half bright, half dark, and shape appears'],
      ['逆光：邊緣發亮，臉變成剪影', 'From behind: the edges glow, the face is a silhouette'],
      ['三盞燈一起用時，主光最強', 'With three lights, let one of them lead'],
    ],
    exercise: ['練習：在窗邊用三個方向各拍一張。', 'Exercise: take one picture in each direction, beside a window.'],
  },
  {
    name: 'math',
    zh: '畢氏定理',
    en: 'The theorem of Pythagoras',
    points: [
      ['直角三角形的兩股是 a、b，斜邊是 c', 'A right triangle has the legs a and b, and the long side c'],
      ['在每一邊各畫一個正方形', 'Draw a square on each side'],
      ['a² + b² = c²：兩個小的面積等於大的面積', 'a² + b² = c²: the two small areas equal the large one'],
      ['3、4、5；5、12、13；6、8、10 都是直角三角形', '3, 4, 5; 5, 12, 13; 6, 8, 10 all have a right angle'],
    ],
    exercise: ['練習：兩股是 8 和 15，斜邊多長？', 'Exercise: the legs are 8 and 15. How long is the long side?'],
  },
  {
    name: 'english',
    zh: '開會時的五句英文',
    en: 'Five phrases for a meeting',
    points: [
      ['開場：我們開始好嗎？', 'Shall we get started?'],
      ['沒聽清楚：可以再說一次嗎？', 'Could you say that again?'],
      ['不同意：我懂你的意思，不過……', 'I see your point, but…'],
      ['離題了：這個我們等等再談。', 'Let’s come back to that.'],
      ['結尾：總結來說……', 'To sum up…'],
    ],
    exercise: ['練習：寫下你下次會議的開場白。', 'Exercise: write down how you will open your next meeting.'],
  },
  {
    name: 'design',
    zh: '留白讓畫面呼吸',
    en: 'White space lets a page breathe',
    points: [
      ['沒有距離，就沒有重點', 'Nothing leads while nothing is apart'],
      ['拉開一點，關係就出現了', 'Give things room, and they relate to one another'],
      ['讓一個不一樣，它就是主角', 'Make one of them different: it leads'],
      ['留白不是空，是停頓', 'White space is not empty. It is a pause'],
    ],
    exercise: ['練習：把手邊的一份海報拿掉三樣東西。', 'Exercise: take three things off a poster of yours.'],
  },
];
