import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runTool } from './run.mjs';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The program of the first of these names on the PATH, or undefined. */
export function onPath(names, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Path of the Chromium that Playwright downloaded earlier, or undefined. */
async function downloadedChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/** `CHROMIUM_PATH`, the system's Chromium or Chrome, or Playwright's own; undefined where there is none. */
export const findChromium = async () =>
  process.env.CHROMIUM_PATH ||
  onPath(CHROMIUM_NAMES) ||
  APPLICATIONS.find(isExecutable) ||
  (await downloadedChromium());

/** `FIREFOX_PATH` or the system's Firefox; undefined where there is none. */
export const findFirefox = () => process.env.FIREFOX_PATH || onPath(FIREFOX_NAMES);

const ADVICE = `There is no Chromium, and it could not be installed. The browser tests need one:
  Debian, Ubuntu   sudo apt-get install chromium fonts-noto-cjk
  elsewhere        npx playwright install --with-deps chromium
  your own         CHROMIUM_PATH=/path/to/chromium npm test`;

/**
 * Finds a Chromium, or installs one: as a Debian package when running as root, else as Playwright's download.
 *
 * @returns {Promise<string | undefined>} its path; where undefined, instructions were printed.
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;

  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    console.log('No Chromium found: installing the packages chromium and fonts-noto-cjk');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    const { code, output } = await run('apt-get', ['install', '-qy', 'chromium', 'fonts-noto-cjk'], { env });
    if (code !== 0) console.error(output.slice(-2_000));
  }
  if (!(await findChromium())) {
    console.log("No Chromium found: downloading Playwright's");
    const { code, output } = await runTool('playwright', ['install', 'chromium']);
    if (code !== 0) console.error(output.slice(-2_000));
  }
  const installed = await findChromium();
  if (!installed) console.error(ADVICE);
  return installed;
}
