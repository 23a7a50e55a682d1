import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The executable that an environment variable names, or the first of the names on the PATH; undefined if there is none. */
const find = (variable: string, names: readonly string[]): string | undefined => {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
};

/** Chromium or Chrome: `CHROMIUM_PATH`, or the usual names on the PATH. */
export const findChromium = (): string | undefined =>
  find('CHROMIUM_PATH', ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);

/** Firefox: `FIREFOX_PATH`, or the usual names on the PATH. */
export const findFirefox = (): string | undefined => find('FIREFOX_PATH', ['firefox-esr', 'firefox']);

/** coturn's server: `TURNSERVER_PATH`, or `turnserver` on the PATH. */
export const findTurnServer = (): string | undefined => find('TURNSERVER_PATH', ['turnserver']);
