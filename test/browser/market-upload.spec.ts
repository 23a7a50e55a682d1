import { mkdtemp, open, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Locator, type Page, type Request, type Route } from '@playwright/test';
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

const offsetOf = (request: Request): number => Number(request.headers()['upload-offset']);

/** Holds the piece that begins at an offset; others pass. */
class HeldPiece {
  #heldAt = -1;
  #held: (route: Route) => void = () => undefined;
  /** Offsets of the pieces that the server has taken. */
  readonly taken: number[] = [];

  static async of(page: Page): Promise<HeldPiece> {
    const pieces = new HeldPiece();
    await page.route('**/upload/pieces/*', (route) => pieces.#pass(route));
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH' && response.ok()) pieces.taken.push(offsetOf(response.request()));
    });
    return pieces;
  }

  /** Resolves with the piece once it is sent. */
  at(offset: number): Promise<Route> {
    this.#heldAt = offset;
    return new Promise((resolve) => (this.#held = resolve));
  }

  release(): void {
    this.#heldAt = -1;
  }

  async #pass(route: Route): Promise<void> {
    if (route.request().method() !== 'PATCH') return route.continue();
    if (offsetOf(route.request()) === this.#heldAt) this.#held(route);
    else await route.continue();
  }
}

/** Logs the demo's mentor in, begins a course and has a film sent as its first unit; resolves with its meter. */
async function sendFilm(mentor: MarketPage, course: string, film: string): Promise<Locator> {
  const { page } = mentor;
  await mentor.enterAs('mentor');
  await mentor.goto('/t_kecheng_add');
  await page.getByRole('textbox', { name: 'Title' }).fill(course);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('tab', { name: 'Curriculum' }).click();
  await page.getByRole('button', { name: 'Add a chapter' }).click();
  await page.getByRole('textbox', { name: 'Unit 1.1' }).fill('Vectors');
  await page.locator('input[type=file][aria-label="Upload a video"]').setInputFiles(film);
  return page.getByRole('progressbar', { name: 'Upload of lesson.mp4' });
}

test.describe('a long video', () => {
  let server: ServerProcess;
  let browser: Browser;
  let folder: string;
  let film: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    film = join(folder, 'lesson.mp4');
    await writeFilm(film, 90);
    const dataDir = join(folder, 'data');
    [server, browser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace', dataDir, env: { DEMO_CONTENT: 'off' } }),
      launchChromium(),
    ]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('arrives although the server is killed and the page is loaded again while it is sent', async () => {
    const mentor = await MarketPage.open(browser, server.url);
    const { page } = mentor;
    // The piece that begins there is held until the test has done its worst.
    const pieces = await HeldPiece.of(page);
    let piece = pieces.at(PIECE_BYTES);
    const meter = await sendFilm(mentor, 'Linear algebra', film);
    const second = await piece;
    await expect(meter).toHaveAttribute('aria-valuetext', '40%');

    await server.kill('SIGKILL');
    await second.abort('connectionreset');
    await expect(page.getByText('The connection is gone.')).toBeVisible();
    piece = pieces.at(2 * PIECE_BYTES);
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
    pieces.release();
    const choose = page.locator('input[type=file][aria-label="Choose the file and go on"]');
    const other = { name: 'other.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(100) };
    await choose.setInputFiles(other);
    await expect(page.getByRole('alert')).toContainText('This is another file. Choose lesson.mp4');
    await choose.setInputFiles(film);
    await expect(page.getByText('lesson.mp4 (20 MB)')).toBeVisible();
    await expect(page.getByText('Length 1:30')).toBeVisible();
    await expect(meter).toHaveCount(0);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText('lesson.mp4 (20 MB)')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Unit 1.1' })).toHaveValue('Vectors and lines');
  });

  test('waits while the disk of the server is full, and goes on by itself with what has arrived when there is room', async () => {
    const mentor = await MarketPage.open(browser, server.url);
    const { page } = mentor;
    const pieces = await HeldPiece.of(page);
    const piece = pieces.at(PIECE_BYTES);
    const meter = await sendFilm(mentor, 'Geometry', film);
    const second = await piece;

    const uploads = join(folder, 'data', 'uploads', 'pieces');
    const [id = ''] = await readdir(uploads);
    const path = join(uploads, id);
    await rename(path, join(folder, id));
    await symlink('/dev/full', path);
    pieces.release();
    await second.continue();
    await expect(page.getByText('There is no room for the file at the moment.')).toBeVisible();

    await rm(path);
    await rename(join(folder, id), path);
    await expect(page.getByText('lesson.mp4 (20 MB)')).toBeVisible();
    await expect(meter).toHaveCount(0);
    expect(pieces.taken).toEqual([0, PIECE_BYTES, 2 * PIECE_BYTES]);
  });
});
