import { build } from 'esbuild';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A page with one of the scripts of `page/` in it, on an origin of its own. */
export interface PageSite {
  readonly origin: string;
  close(): void;
}

export async function servePage(script: string): Promise<PageSite> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`page/${script}`, import.meta.url))],
    bundle: true,
    logLevel: 'error',
    conditions: ['lectern-source'],
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const text = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  const html = `<!doctype html><title>${script}</title><body><script>${text}</script>`;
  const site = createServer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close: () => void site.close() };
}
