import { fileURLToPath } from 'node:url';
import { bundleSources } from '../processes/bundle.js';

/**
 * Bundles a program in TypeScript so that plain Node runs it in a separate process.
 *
 * @param contents source text, which imports from `folder`
 * @returns path of the script
 */
export const bundleForNode = (contents: string, folder: URL): Promise<string> =>
  bundleSources('program', { stdin: { contents, resolveDir: fileURLToPath(folder), loader: 'ts' } });
