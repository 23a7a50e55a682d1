// Renders the handouts in demo-marketplace/api/assets/lessons again: `node scripts/lesson-handouts.mjs`. Needs a
// Chromium and a font with Chinese glyphs; the output is committed, so only its authors need to run it.
import { createRequire } from 'node:module';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { HANDOUTS } from './lesson-videos/handouts.mjs';

const { chromium } = createRequire(join(root, 'test/package.json'))('@playwright/test');
const OUT = join(root, 'demo-marketplace/api/assets/lessons');

const page = ({ zh, en, points, exercise }) => `<!doctype html><meta charset="utf-8"><title>${zh} – ${en}</title><style>
  @page { size: A4; margin: 22mm 20mm; }
  body { font-family: 'Noto Sans CJK TC', 'Noto Sans TC', sans-serif; color: #1b231f; margin: 0; }
  header { border-bottom: 3px solid #17694f; padding-bottom: 10px; } b { color: #17694f; }
  h1 { font-size: 27px; margin: 6px 0 0; } h2 { font-size: 17px; font-weight: 400; color: #55605a; margin: 2px 0 0; }
  ol { padding-left: 24px; margin: 26px 0; } li { margin: 14px 0; font-size: 16px; line-height: 1.5; }
  li span, section span { display: block; color: #55605a; font-size: 14px; }
  section { background: #dcefe6; border-radius: 12px; padding: 16px 20px; font-size: 16px; line-height: 1.5; }
  i { display: block; border-bottom: 1px solid #8b897d; height: 34px; }
</style><header><b>Lectern</b><h1>${zh}</h1><h2>${en}</h2></header>
<ol>${points.map(([chinese, english]) => `<li>${chinese}<span>${english}</span></li>`).join('')}</ol>
<section>${exercise[0]}<span>${exercise[1]}</span></section><i></i><i></i><i></i>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const tab = await browser.newPage();
  for (const handout of HANDOUTS) {
    await tab.setContent(page(handout));
    const path = join(OUT, `${handout.name}-handout.pdf`);
    await tab.pdf({ path, preferCSSPageSize: true, tagged: true });
    console.log(`${path}: ${Math.round(statSync(path).size / 1024)} kB`);
  }
} finally {
  await browser.close();
}
