import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Route } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

const PIECE_BYTES = 8 * 1024 * 1024;
const FILM_BYTES = 20 * 1024 * 1024;

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** Writes an MP4 of black minutes with valid type, duration and size. */
async function writeFilm(path: string, seconds: number): Promise<void> {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1, 12);
  header.writeUInt32BE(seconds, 16);
  const brand = Buffer.concat([Buffer.from('isom'), Buffer.alloc(4), Buffer.from('isommp42')]);
  const start = Buffer.concat([box('ftyp', brand), box('moov', box('mvhd', header))]);
  const rest = Buffer.alloc(8);
  rest.writeUInt32BE(FILM_BYTES - start.length);
  rest.write('mdat', 4, 'latin1');
  const file = await open(path, 'w');
  await file.write(Buffer.concat([start, rest]));
  await file.truncate(FILM_BYTES);
  await file.close();
}

test.describe('a long video', () => {
  let server: ServerProcess;
  let browser: Browser;
  let folder: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    [server, browser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace', env: { DEMO_CONTENT: 'off' } }),
      launchChromium(),
    ]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('arrives although the server is killed and the page is loaded again while it is sent', async () => {
    const film = join(folder, 'lesson.mp4');
    await writeFilm(film, 90);
    const mentor = await MarketPage.open(browser, server.url);
    const { page } = mentor;

    // The piece that begins there is held until the test has done its worst.
    let heldAt = PIECE_BYTES;
    let held: (route: Route) => void = () => undefined;
    const holding = (): Promise<Route> => new Promise((resolve) => (held = resolve));
    await page.route('**/upload/pieces/*', async (route) => {
      const isHeld = route.request().headers()['upload-offset'] === String(heldAt);
      if (route.request().method() === 'PATCH' && isHeld) held(route);
      else await route.continue();
    });

    await mentor.goto('/email-login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('mentor@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Demo123!');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await mentor.goto('/t_kecheng_add');
    await page.getByRole('textbox', { name: 'Title' }).fill('Linear algebra');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('Vectors');
    let piece = holding();
    await page.locator('input[type=file][aria-label="Upload a video"]').setInputFiles(film);
    const second = await piece;
    const meter = page.getByRole('progressbar', { name: 'Upload of lesson.mp4' });
    await expect(meter).toHaveAttribute('aria-valuetext', '40%');

    await server.kill('SIGKILL');
    await second.abort('connectionreset');
    await expect(page.getByText('The connection is gone.')).toBeVisible();
    heldAt = 2 * PIECE_BYTES;
    piece = holding();
    await server.start();
    await piece;
    await expect(meter).toHaveAttribute('aria-valuetext', '80%');
    // Other edits during the upload are saved, too.
    await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('Vectors and lines');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await expect(page.getByText('The last upload was interrupted.')).toBeVisible();
    await expect(meter).toHaveAttribute('aria-valuetext', '80%');
    heldAt = -1;
    const choose = page.locator('input[type=file][aria-label="Choose the file and go on"]');
    const other = { name: 'other.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(100) };
    await choose.setInputFiles(other);
    await expect(page.getByRole('alert')).toContainText('This is another file. Choose lesson.mp4');
    await choose.setInputFiles(film);
    await expect(page.getByText('lesson.mp4 (20 MB)')).toBeVisible();
    await expect(meter).toHaveCount(0);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText('lesson.mp4 (20 MB)')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Unit 1.1' })).toHaveValue('Vectors and lines');
  });
});
