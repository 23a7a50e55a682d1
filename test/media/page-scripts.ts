import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const bundleForPage = async (contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
};

let reader: Promise<string> | undefined;

/** The script that gives a page its `window.lecternReader` ({@link PageReader}); to be run before the page's own. */
export const pageReaderScript = (): Promise<string> =>
  (reader ??= bundleForPage(`import { installPageReader } from './page-reader.ts'; installPageReader();`));

/** The script that makes a sender's pattern the page's camera; to be run before the page's own. */
export const pageCameraScript = (sender: number): Promise<string> =>
  bundleForPage(`import { installPageCamera } from './page-camera.ts'; installPageCamera(${sender});`);
