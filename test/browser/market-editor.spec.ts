import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pointing device that drags. */
interface Pointer {
  readonly down: (at: Point) => Promise<void>;
  readonly move: (to: Point) => Promise<void>;
  readonly up: () => Promise<void>;
}

const mouseOf = ({ mouse }: Page): Pointer => ({
  down: async ({ x, y }) => {
    await mouse.move(x, y);
    await mouse.down();
  },
  move: ({ x, y }) => mouse.move(x, y, { steps: 4 }),
  up: () => mouse.up(),
});

async function fingerOf(page: Page): Promise<Pointer> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]): Promise<void> => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  let last: Point = { x: 0, y: 0 };
  return {
    down: (at) => touch('touchStart', (last = at)),
    move: async (to) => {
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await touch('touchMove', { x: last.x + (to.x - last.x) * part, y: last.y + (to.y - last.y) * part });
      }
      last = to;
    },
    up: () => touch('touchEnd'),
  };
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (box === null) throw new Error('there is nothing to be seen');
  return box;
};

/** Drags by a handle to the upper edge of an element, and drops once the insertion line is shown there. */
async function drag(pointer: Pointer, handle: Locator, goal: Locator): Promise<void> {
  const from = await boxOf(handle);
  const to = await boxOf(goal);
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await pointer.down(start);
  await pointer.move({ x: start.x, y: to.y + 4 });
  await expect(goal).toHaveAttribute('data-gap', 'before');
  await pointer.up();
  await expect(goal).not.toHaveAttribute('data-gap');
}

test.describe('the editor of courses', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace', env: { DEMO_CONTENT: 'off' } }),
      launchChromium(),
    ]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Begins a course; the window is so tall that nothing scrolls under the pointer. */
  async function begun(title: string): Promise<MarketPage> {
    const mentor = await MarketPage.open(browser, server.url);
    const { page } = mentor;
    await mentor.enterAs('mentor');
    await mentor.goto('/t_kecheng_add');
    await page.setViewportSize({ width: 1280, height: 4_000 });
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/\/t_kecheng_add\?id=\d+$/);
    return mentor;
  }

  test('puts chapters and units in order by mouse, finger and keys, and takes a removal back', async () => {
    const mentor = await begun('In order');
    const { page } = mentor;
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    const chapter = (number: number): Locator => page.getByRole('region', { name: `Chapter ${number}`, exact: true });
    const unit = (number: string): Locator => page.getByRole('textbox', { name: `Unit ${number}`, exact: true });
    await chapter(1).getByRole('button', { name: 'Add a unit' }).click();
    await page.getByRole('textbox', { name: 'Chapter 1' }).fill('First');
    await page.getByRole('textbox', { name: 'Chapter 2' }).fill('Second');
    for (const [number, title] of Object.entries({ '1.1': 'Alpha', '1.2': 'Beta', '2.1': 'Gamma' })) {
      await unit(number).fill(title);
    }
    const row = (number: string): Locator => page.getByRole('listitem').filter({ has: unit(number) });
    const handle = (number: string): Locator => row(number).locator('[data-drag=unit]');
    const order = async (...chapters: readonly (readonly string[])[]): Promise<void> => {
      for (const [index, units] of chapters.entries()) {
        for (const [at, title] of units.entries()) await expect(unit(`${index + 1}.${at + 1}`)).toHaveValue(title);
        await expect(chapter(index + 1).locator('[data-drag=unit]')).toHaveCount(units.length);
      }
    };

    const mouse = mouseOf(page);
    await drag(mouse, handle('1.2'), row('1.1'));
    await order(['Beta', 'Alpha'], ['Gamma']);
    await drag(mouse, handle('1.1'), row('2.1'));
    await order(['Alpha'], ['Beta', 'Gamma']);
    await drag(mouse, chapter(2).locator('[data-drag=chapter]'), chapter(1));
    await order(['Beta', 'Gamma'], ['Alpha']);
    await expect(page.getByRole('textbox', { name: 'Chapter 1' })).toHaveValue('Second');

    // Escape cancels the drag.
    const from = await boxOf(handle('1.2'));
    await mouse.down({ x: from.x + 20, y: from.y + 20 });
    await mouse.move({ x: from.x + 20, y: (await boxOf(row('1.1'))).y + 4 });
    await expect(row('1.1')).toHaveAttribute('data-gap', 'before');
    await page.keyboard.press('Escape');
    await expect(row('1.1')).not.toHaveAttribute('data-gap');
    await mouse.up();
    await order(['Beta', 'Gamma'], ['Alpha']);

    const finger = await fingerOf(page);
    await drag(finger, handle('1.2'), row('1.1'));
    await order(['Gamma', 'Beta'], ['Alpha']);

    // By keyboard, across the end of a chapter; the button keeps the focus.
    await page.getByRole('button', { name: 'Move unit 1.2 down' }).press('Enter');
    await order(['Gamma'], ['Beta', 'Alpha']);
    await expect(page.getByRole('button', { name: 'Move unit 2.1 down' })).toBeFocused();
    await page.keyboard.press('Enter');
    await order(['Gamma'], ['Alpha', 'Beta']);
    await expect(page.getByRole('button', { name: 'Move unit 2.2 up' })).toBeFocused();

    await page.getByRole('button', { name: 'Remove unit 2.1' }).click();
    await order(['Gamma'], ['Beta']);
    await page.getByRole('button', { name: 'Remove chapter 1' }).click();
    await order(['Beta']);
    await expect(page.getByText('Chapter removed · Second')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await order(['Gamma'], ['Beta']);
    await expect(page.getByText('Unit removed · Alpha')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await order(['Gamma'], ['Alpha', 'Beta']);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await order(['Gamma'], ['Alpha', 'Beta']);
    expect(await mentor.flaws()).toEqual([]);
    expect(mentor.complaints).toEqual([]);
    await mentor.close();
  });

  test('shows the page as learners will see it, before it is published', async () => {
    const mentor = await begun('Seen before');
    const { page } = mentor;
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('In ten minutes');
    await page.getByRole('textbox', { name: 'Description' }).fill('From vectors to eigenvalues.');
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByRole('textbox', { name: 'Chapter 1' }).fill('Vectors');
    await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('What a vector is');
    await page.getByRole('tab', { name: 'Media' }).click();
    const picture = page.locator('input[type=file][aria-label="Upload a picture"]');
    for (const number of [1, 2]) {
      await picture.setInputFiles({ name: `${number}.png`, mimeType: 'image/png', buffer: PNG });
      await expect(page.getByRole('img', { name: `Picture ${number} of the course` })).toBeVisible();
    }
    await page.getByRole('tab', { name: 'Price', exact: true }).click();
    await page.getByRole('textbox', { name: 'Original price (NT$)' }).fill('1500');
    await page.getByRole('textbox', { name: 'Price (NT$)', exact: true }).fill('1200');

    // The preview includes the last edit.
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page).toHaveURL(/step=price&view=preview$/);
    await page.setViewportSize({ width: 1280, height: 900 });
    const shown = page.getByRole('article', { name: 'Preview' });
    await expect(shown.getByRole('heading', { level: 1, name: 'Seen before' })).toBeVisible();
    for (const text of ['In ten minutes', 'From vectors to eigenvalues.', 'Vectors', 'What a vector is']) {
      await expect(shown.getByText(text).first()).toBeVisible();
    }
    const offer = shown.getByRole('complementary');
    await expect(offer).toContainText('NT$1,200');
    await expect(offer).toContainText('NT$1,500');
    const second = shown.getByRole('button', { name: 'Picture 2' });
    await second.click();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await offer.getByRole('link', { name: 'Buy now' }).click();
    await expect(page.getByText('This is a preview.')).toBeVisible();
    await expect(page).toHaveURL(/view=preview$/);
    expect(await mentor.flaws()).toEqual([]);
    expect(await mentor.overflow(390, 320)).toEqual([]);

    // The draft is not visible to others.
    const address = `/video-info?id=${new URL(page.url()).searchParams.get('id')}`;
    const visitor = await MarketPage.open(browser, server.url);
    await visitor.goto(address);
    await expect(visitor.page.getByRole('heading', { name: 'Seen before' })).toHaveCount(0);
    await visitor.close();

    await page.getByRole('link', { name: 'Back to editing' }).click();
    await expect(page.getByRole('tab', { name: 'Price', exact: true })).toHaveAttribute('aria-selected', 'true');
    expect(mentor.complaints).toEqual([]);
    await mentor.close();
  });

  test('keeps text that is typed, composed, pasted and undone while it is saved slowly', async () => {
    const mentor = await begun('Typed');
    const { page } = mentor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const saved = page.getByText('Saved', { exact: true });
    /** Descriptions as they were sent. */
    const sent: string[] = [];
    let hold: Promise<void> | undefined;
    await page.route('**/api/CourseManage/save', async (route) => {
      sent.push((route.request().postDataJSON() as { intro: { en: string } }).intro.en);
      const response = await route.fetch();
      await hold;
      await route.fulfill({ response });
    });
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.click();
    // Words typed before the editor is loaded are saved without a paragraph around them.
    await expect(field).toHaveClass(/ProseMirror/);

    // The answer to the first save arrives in the middle of the next words.
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    await page.keyboard.type('From vectors');
    await expect.poll(() => sent).toEqual([expect.stringMatching(/^<p>F/)]);
    await page.keyboard.type(' to ');
    release();
    hold = undefined;
    await page.keyboard.type('eigenvalues. ');
    await expect(saved).toBeVisible();
    await expect(field).toHaveText(/^From vectors to eigenvalues\.\s*$/);

    // An input method; what precedes the composition is saved while it lasts.
    const input = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.keyboard.type('a ');
    await compose('ㄒ');
    await compose('ㄒㄧㄤˋ');
    await expect(saved).toBeVisible();
    await expect(field).toHaveText(/ㄒㄧㄤˋ$/);
    await input.send('Input.insertText', { text: '向量' });
    await expect.poll(() => sent.at(-1)).toContain('向量');
    await expect(saved).toBeVisible();
    expect(sent.join('')).not.toMatch(/ㄒ/);

    // Pasted text keeps the formatting that the API accepts, and is undone as one step.
    await page.evaluate(async () => {
      const blob = (type: string, text: string) => ({ [type]: new Blob([text], { type }) });
      const html = blob('text/html', '&nbsp;<b>Pasted</b><img src="data:,"><script>alert(1)</script>');
      await navigator.clipboard.write([new ClipboardItem({ ...html, ...blob('text/plain', ' Pasted') })]);
    });
    await page.keyboard.press('Control+v');
    await expect(field).toHaveText(/向量\sPasted$/);
    expect(await field.innerHTML()).toContain('<strong>Pasted</strong>');
    expect(await field.innerHTML()).not.toMatch(/<b>|data:|script/);
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(field).toHaveText(/向量$/);
    await page.keyboard.press('Control+y');
    await expect(field).toHaveText(/向量\sPasted$/);

    // Leaving the step at once loses nothing.
    await page.keyboard.type(' Last.');
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByRole('textbox', { name: 'Chapter 1' }).fill('One');
    await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('Read');
    const content = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Unit 1.1' }) });
    const text = content.getByRole('textbox', { name: 'Text', exact: true });
    await content.getByRole('combobox', { name: 'Kind' }).selectOption('Text');
    await text.click();
    await page.keyboard.type('A vector has a length.');
    await page.getByRole('tab', { name: 'Price', exact: true }).click();
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await expect(text).toHaveText('A vector has a length.');
    await expect(saved).toBeVisible();

    await page.reload();
    await expect(text).toHaveText('A vector has a length.');
    await page.getByRole('tab', { name: 'Basics' }).click();
    await expect(field).toHaveText(/^From vectors to eigenvalues\.\s+a\s+向量\s+Pasted Last\.$/);
    expect(mentor.complaints).toEqual([]);
    await mentor.close();
  });

  test('saves by itself what it could not, once the server is there again', async () => {
    const mentor = await begun('Kept');
    const { page } = mentor;
    const subtitle = page.getByRole('textbox', { name: 'Subtitle' });
    await subtitle.fill('Before');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await server.kill('SIGKILL');
    await subtitle.fill('While nobody was there');
    await expect(page.getByText('Waiting for the connection…')).toBeVisible();
    await subtitle.fill('And a word more');
    await expect(page.getByText('Waiting for the connection…')).toBeVisible();
    await server.start();
    await expect(page.getByText('You are back online. Everything is saved.')).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(subtitle).toHaveValue('And a word more');
    await mentor.close();
  });
});
