// Renders the lesson videos in demo-marketplace/api/assets/lessons again: `node scripts/lesson-videos.mjs`. Needs
// ffmpeg with libx264, a Chromium and a font with Chinese glyphs; the output is committed, so only its authors need to
// run it.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';
import { LESSONS } from './lesson-videos/lessons.mjs';

const { chromium } = createRequire(join(root, 'test/package.json'))('@playwright/test');
const OUT = join(root, 'demo-marketplace/api/assets/lessons');
const [WIDTH, HEIGHT] = [854, 480];
const SAMPLE_RATE = 16_000;
const MAX_BYTES = 300_000;
/** A pentatonic scale: every sequence of its notes is consonant. */
const NOTES = [261.6, 293.7, 329.6, 392, 440, 523.3];

const page = ({ zh, en, draw }, [lineZh, lineEn], step) => `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; background: #101614; color: #eef3f0; overflow: hidden;
    font-family: 'Noto Sans CJK TC', 'Noto Sans TC', sans-serif; }
  header { position: absolute; left: 40px; top: 30px; font-size: 20px; color: #a7b5ae; }
  header b { display: block; color: #5cc79c; font-size: 26px; }
  main { position: absolute; left: 40px; top: 150px; width: 400px; }
  .zh { font-size: 34px; line-height: 1.4; font-weight: 700; } .en { font-size: 21px; line-height: 1.45; color: #a7b5ae; margin-top: 14px; }
  svg { position: absolute; right: 30px; top: 80px; overflow: visible; }
</style><header><b>${zh}</b>${en}</header><main><div class="zh">${lineZh}</div><div class="en">${lineEn}</div></main>
<svg width="360" height="320" viewBox="0 0 360 320" font-family="'Noto Sans CJK TC', sans-serif">${draw(step)}</svg>`;

const stamp = (seconds) => `00:00:${String(seconds).padStart(2, '0')}.000`;
const captionsOf = ({ steps, seconds }, language) =>
  `WEBVTT\n\n${steps
    .map((lines, at) => `${stamp(at * seconds)} --> ${stamp((at + 1) * seconds)}\n${lines[language]}\n`)
    .join('\n')}`;

/** One soft note as each step begins. */
function sound({ steps, seconds }) {
  const samples = new Int16Array(steps.length * seconds * SAMPLE_RATE);
  for (const at of steps.keys()) {
    const pitch = NOTES[at % NOTES.length];
    for (let i = 0; i < seconds * SAMPLE_RATE; i += 1) {
      const t = i / SAMPLE_RATE;
      const tone = Math.sin(2 * Math.PI * pitch * t) + 0.3 * Math.sin(4 * Math.PI * pitch * t);
      samples[at * seconds * SAMPLE_RATE + i] = 5_000 * tone * Math.min(1, t * 50) * Math.exp(-2.5 * t);
    }
  }
  return Buffer.from(samples.buffer);
}

const folder = mkdtempSync(join(tmpdir(), 'lesson-videos-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  mkdirSync(OUT, { recursive: true });
  const tab = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  for (const lesson of LESSONS) {
    const { topic, steps, seconds } = lesson;
    const slides = [];
    for (const [at, lines] of steps.entries()) {
      await tab.setContent(page(lesson, lines, at));
      const path = join(folder, `${topic}-${at}.png`);
      await tab.screenshot({ path });
      slides.push(`file '${path}'\nduration ${seconds}`);
    }
    const last = slides.at(-1).split('\n')[0];
    writeFileSync(join(folder, 'slides.txt'), `${slides.join('\n')}\n${last}\n`);
    writeFileSync(join(folder, 'sound.raw'), sound(lesson));
    const length = steps.length * seconds;
    const video = join(OUT, `${topic}.mp4`);
    // A bar grows along the lower edge, so that every second has a frame of its own.
    const bar = `color=c=0x5cc79c:s=${WIDTH}x6:r=10[bar];[0:v]fps=10[slides];[slides][bar]overlay=x='-w+w*t/${length}':y=H-6:shortest=1,format=yuv420p[v]`;
    const { code, output } = await run('ffmpeg', [
      ...['-y', '-v', 'error', '-f', 'concat', '-safe', '0', '-i', join(folder, 'slides.txt')],
      ...['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', join(folder, 'sound.raw')],
      ...['-filter_complex', bar, '-map', '[v]', '-map', '1:a', '-t', String(length)],
      ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '27', '-g', '40', '-profile:v', 'main'],
      ...[
        '-c:a',
        'aac',
        '-b:a',
        '20k',
        '-movflags',
        '+faststart',
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        video,
      ],
    ]);
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${output}`);
    for (const [at, language] of ['zh', 'en'].entries()) {
      writeFileSync(join(OUT, `${topic}.${language}.vtt`), captionsOf(lesson, at));
    }
    const { size } = statSync(video);
    if (size > MAX_BYTES) throw new Error(`${topic}.mp4 has ${size} bytes`);
    process.stdout.write(`${topic}.mp4  ${length} s  ${Math.round(size / 1000)} kB\n`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
