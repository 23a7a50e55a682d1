import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

const COURSE = 'Getting started with Lectern';
const LESSON = 'Find your way around';

/** Where the video itself is. */
const timeOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
test.describe('a lesson', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Where the server has it that the member is. */
  async function keptSecond(page: Page, lesson: string): Promise<number> {
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    const response = await page.request.post(`${server.url}/api/Course/play_auth`, {
      data: { unit_id: new URL(lesson, server.url).searchParams.get('unit') },
      headers: { authorization: token },
    });
    return ((await response.json()) as { data: { start_at: number } }).data.start_at;
  }

  /** The address of the free course and of its first lesson. */
  async function find(page: Page): Promise<{ course: string; lesson: string }> {
    const response = await page.request.post(`${server.url}/api/Course/list`, {
      data: { kind: 'free', keyword: COURSE },
      headers: { 'accept-language': 'en' },
    });
    const { data } = (await response.json()) as { data: { list: { id: string; title: string }[] } };
    const id = data.list.find(({ title }) => title === COURSE)?.id ?? '';
    const outline = await page.request.post(`${server.url}/api/Course/outline`, { data: { id } });
    const { data: chapters } = (await outline.json()) as { data: { units: { id: string }[] }[] };
    return { course: `/video-info?id=${id}`, lesson: `/video-info?id=${id}&unit=${chapters[0]?.units[0]?.id ?? ''}` };
  }

  test('plays, skips, fills the screen, shows captions, goes on where it was, and ends in a certificate', async () => {
    const ida = await MarketPage.open(browser, server.url);
    const { page } = ida;
    await ida.goto('/user-zhuce');
    await ida.register('ida@example.org', 'Ida Wells');
    await expect(page.getByRole('button', { name: 'Account of Ida Wells' })).toBeVisible();
    const { course, lesson } = await find(page);
    await ida.goto(course);
    await page.getByRole('button', { name: 'Join for free' }).first().click();
    await expect(page.getByRole('link', { name: 'Start learning' }).first()).toBeVisible();

    await ida.goto(`${lesson}&t=4`);
    const frame = page.getByRole('region', { name: `Video: ${LESSON}` });
    const overlay = frame.getByTestId('play-overlay');
    const time = frame.getByTestId('player-time');
    await expect(time).toHaveText('0:04 / 0:20');
    await expect(overlay).toBeVisible();
    // So slowly that however long a busy machine takes for the next steps, the end is far.
    await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.playbackRate = 0.1));
    await overlay.click();
    await expect(overlay).toBeHidden();
    await expect.poll(() => timeOf(page)).toBeGreaterThan(4.05);
    await frame.getByRole('button', { name: 'Pause' }).click();
    await expect(overlay).toBeVisible();

    const before = await timeOf(page);
    await frame.getByRole('button', { name: 'Forward 10 seconds' }).click();
    await expect.poll(() => timeOf(page)).toBeCloseTo(before + 10, 1);
    await frame.getByRole('button', { name: 'Back 10 seconds' }).click();
    await expect.poll(() => timeOf(page)).toBeCloseTo(before, 1);

    await frame.getByRole('combobox', { name: 'Captions' }).selectOption('English');
    await frame.getByRole('slider', { name: 'Position' }).fill('9');
    await expect(frame.getByTestId('caption')).toHaveText('The arrow keys skip ten seconds.');
    await frame.getByRole('slider', { name: 'Position' }).press('f');
    await expect.poll(() => frame.evaluate((element) => document.fullscreenElement === element)).toBe(true);
    await frame.getByRole('button', { name: 'Leave full screen' }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

    await page.getByRole('textbox', { name: /Write down what matters/ }).fill('Keys are faster');
    await page.getByRole('button', { name: 'Add note at 0:09' }).click();
    await expect(page.getByRole('button', { name: 'Go to 0:09' })).toBeVisible();

    // Leaving the page saves the position on the server.
    await ida.goto('/mykecheng');
    await expect.poll(() => keptSecond(page, lesson)).toBe(9);
    await ida.goto(lesson);
    await expect(time).toHaveText('0:09 / 0:20');
    await expect(frame.getByTestId('caption')).toHaveText('The arrow keys skip ten seconds.');
    await page.getByRole('button', { name: 'Go to 0:09' }).waitFor();

    // From the beginning to the end, at twice the speed; then the article that follows.
    await frame.getByRole('combobox', { name: 'Speed' }).selectOption('2');
    await frame.getByRole('slider', { name: 'Position' }).fill('0');
    await overlay.click();
    await page.getByRole('button', { name: 'I have read this' }).click();

    // The page to take along follows by itself; the quiz is failed once, and passed.
    const handout = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download welcome-handout.pdf' }).click();
    expect((await handout).suggestedFilename()).toBe('welcome-handout.pdf');
    const quiz = page.getByRole('region', { name: 'Check yourself' });
    await page.getByRole('link', { name: 'Check yourself' }).click();
    await quiz.getByRole('button', { name: 'Hand in' }).click();
    await expect(quiz.getByRole('alert')).toHaveText('Question 1 is not answered yet.');
    const answer = async (...right: readonly string[]): Promise<void> => {
      for (const name of right) await quiz.getByLabel(name).check();
      await quiz.getByRole('button', { name: 'Hand in' }).click();
    };
    await answer('5 seconds', 'Pause with the space bar', 'Where you were');
    await expect(quiz.getByText('33% – you need 60% to pass')).toBeVisible();
    await expect(quiz.getByText('Right answer')).toHaveCount(0);
    expect(await ida.flaws()).toEqual([]);
    await quiz.getByRole('button', { name: 'Try again' }).click();
    await answer('10 seconds', 'Write a note at a second', 'Pause with the space bar', 'Where you were');
    await expect(quiz.getByText('Passed with 100%')).toBeInViewport({ ratio: 1 });
    await expect(quiz.getByText('Right answer')).toHaveCount(4);
    await page.getByRole('link', { name: 'See certificate' }).click();
    // Until the code of the next page is loaded, the lesson remains, with its link "Report: Getting started…".
    await ida.arrivesAt('Certificates');
    await page.getByRole('link', { name: COURSE, exact: true }).click();
    await expect(page.getByRole('figure', { name: `Certificate of Ida Wells for “${COURSE}”` })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download picture' }).click();
    expect((await download).suggestedFilename()).toMatch(/^LC-.*\.png$/);

    // A certificate can be verified without an account, and again without a network.
    await page.getByRole('link', { name: 'Open verification page' }).click();
    await expect(page).toHaveURL(/\/verify\/LC-/);
    const guest = await MarketPage.open(browser, server.url);
    await guest.goto(ida.address);
    await expect(guest.page.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
    const verdict = guest.page.getByTestId('device-verdict');
    await expect(verdict).toHaveText('The signature is right: nothing was changed.');
    await guest.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await guest.page.context().setOffline(true);
    await guest.page.getByRole('button', { name: 'Verify again' }).click();
    await expect(verdict).toHaveText('The signature is right: nothing was changed.');

    // Later, the link in the QR code is sufficient offline, as this browser has verified a certificate before.
    const later = await guest.page.context().newPage();
    await later.goto(server.url + ida.address);
    await expect(
      later.getByRole('heading', { name: 'The signature is right, but Lectern cannot be reached' }),
    ).toBeVisible();
    await expect(later.getByRole('figure', { name: `Certificate of Ida Wells for “${COURSE}”` })).toBeVisible();
    expect([...ida.complaints, ...guest.complaints]).toEqual([]);
    await Promise.all([ida.close(), guest.close()]);
  });

  test('has no serious finding of axe, and its preview is open to visitors', async () => {
    const jon = await MarketPage.open(browser, server.url, { theme: 'dark', width: 390 });
    const { lesson } = await find(jon.page);
    await jon.goto(lesson);
    await expect(jon.page.getByTestId('play-overlay')).toBeVisible();
    expect(await jon.flaws()).toEqual([]);
    expect(jon.complaints).toEqual([]);
    await jon.close();
  });

  test('is written by a mentor as a quiz or a file, and kept as it is written', async () => {
    const mentor = await MarketPage.open(browser, server.url);
    const { page } = mentor;
    await mentor.enterAs('mentor');
    await mentor.goto('/t_kecheng_add');
    await page.getByRole('textbox', { name: 'Title' }).fill('Small quizzes');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('Check yourself');
    const kind = page.getByRole('combobox', { name: 'Kind', exact: true });
    await kind.selectOption('Quiz');
    const question = page.getByRole('region', { name: 'Question 1' });
    await question.getByRole('textbox', { name: 'Question 1' }).fill('What is 6 × 7?');
    await question.getByRole('textbox', { name: 'Choice 1' }).fill('41');
    await question.getByRole('textbox', { name: 'Choice 2' }).fill('42');
    await expect(question.getByText(/Still missing/)).toBeVisible();
    await question.getByRole('radio', { name: 'Choice 2 is right' }).check();
    await expect(question.getByText(/Still missing/)).toBeHidden();
    await question.getByRole('button', { name: 'Add a choice' }).click();
    await question.getByRole('textbox', { name: 'Choice 3' }).fill('43');
    await question.getByRole('textbox', { name: 'Explanation' }).fill('Six rows of seven.');
    expect(await mentor.flaws()).toEqual([]);

    await page.getByRole('button', { name: 'Add a unit' }).click();
    await page.getByRole('textbox', { name: 'Unit 1.2' }).fill('A page to keep');
    await kind.nth(1).selectOption('File');
    await page.locator('input[type=file][aria-label="Upload a file"]').setInputFiles({
      // As some systems call archives.
      ...{ name: 'exercise sheet.pdf', mimeType: 'application/x-pdf' },
      buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
    });
    await expect(page.getByText(/^exercise sheet\.pdf \(\d+ byte\)$/)).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await page.reload();
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await expect(page.getByText(/^exercise-sheet\.pdf \(\d+ byte\)$/)).toBeVisible();
    await expect(question.getByRole('textbox', { name: 'Choice 3' })).toHaveValue('43');
    await expect(question.getByRole('radio', { name: 'Choice 2 is right' })).toBeChecked();
    expect(mentor.complaints).toEqual([]);
    await mentor.close();
  });
});
