import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSources } from './bundle.js';

const bundled = new Map<string, Promise<string>>();

/**
 * Path of a module that runs in a separate process or thread: the built file or, if there are only TypeScript sources
 * (tests), a bundle of them, made once per process.
 *
 * @param url of the built file, from the module that starts it: `new URL('./worker.js', import.meta.url)`
 */
export function moduleEntry(url: URL): Promise<string> {
  const built = fileURLToPath(url);
  if (existsSync(built)) return Promise.resolve(built);
  const source = built.replace(/\.js$/, '.ts');
  let entry = bundled.get(source);
  if (entry === undefined) {
    entry = bundleSources(basename(source, '.ts'), { entryPoints: [source] });
    bundled.set(source, entry);
  }
  return entry;
}
