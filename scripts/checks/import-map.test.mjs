import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runTool } from '../lib/run.mjs';

/** A file, its import, and whether the import map allows it. */
const CASES = [
  ['sdk/src/link/x.ts', '../core/errors.js', 'allowed'],
  ['sdk/src/link/x.ts', '../conference/types.js', 'refused'],
  ['sdk/src/core/x.ts', '../platform/types.js', 'refused'],
  ['sdk/src/conference/x.ts', '../testing/index.js', 'refused'],
  ['sdk/src/conference/x.test.ts', '../testing/index.js', 'allowed'],
  ['sdk/src/core/x.ts', '@lectern/server', 'refused'],
  ['react-bindings/src/x.ts', '@lectern/rtc', 'allowed'],
  ['react-bindings/src/x.ts', '../../sdk/src/index.js', 'refused'],
  ['server/src/http/x.ts', '@lectern/rtc/protocol', 'allowed'],
  ['server/src/http/x.ts', '@lectern/rtc', 'refused'],
  ['server/src/http/x.ts', 'werift', 'refused'],
  ['server/src/media/werift/x.ts', 'werift', 'allowed'],
  ['server/src/http/x.ts', '@lectern/marketplace-contract', 'refused'],
  ['demo-marketplace/contract/src/x.ts', '@lectern/rtc', 'refused'],
  ['demo-marketplace/api/src/x.ts', '@lectern/marketplace-contract', 'allowed'],
  ['demo-marketplace/api/src/x.ts', '@lectern/server', 'refused'],
  ['demo-marketplace/src/x.ts', '@lectern/server', 'allowed'],
  ['demo-marketplace/src/x.test.ts', '@lectern/rtc/im', 'allowed'],
  ['demo-marketplace/web/src/x.ts', '@lectern/react', 'allowed'],
  ['demo-marketplace/web/src/x.ts', '@lectern/marketplace-api', 'refused'],
  ['demo-marketplace/web/src/features/orders/x.ts', '../session/index.js', 'allowed'],
  ['demo-marketplace/web/src/features/orders/x.ts', './hooks/use-order.js', 'allowed'],
  ['demo-marketplace/web/src/features/orders/x.ts', '../../ui/button.js', 'allowed'],
  ['demo-marketplace/web/src/features/orders/x.ts', '../session/lib/session.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/components/x.tsx', '../../session/index.js', 'allowed'],
  ['demo-marketplace/web/src/features/orders/components/x.tsx', '../hooks/use-order.js', 'allowed'],
  ['demo-marketplace/web/src/features/orders/components/x.tsx', '../../session/lib/session.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/components/x.tsx', '../../../features/session/lib/session.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/components/x.test.tsx', '../../session/lib/session.js', 'refused'],
  ['demo-marketplace/web/src/features/mentor/editor/rich-text/x.ts', '../../../session/lib/session.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/x.ts', '../../app/guard.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/x.test.ts', '../../app/guard.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/x.ts', '../../testing/server.js', 'refused'],
  ['demo-marketplace/web/src/features/orders/x.test.ts', '../../testing/server.js', 'allowed'],
  ['demo-marketplace/web/src/ui/x.tsx', '../lib/store.js', 'allowed'],
  ['demo-marketplace/web/src/ui/x.tsx', '../features/session/index.js', 'refused'],
  ['demo-marketplace/web/src/lib/x.ts', '../app/guard.js', 'refused'],
  ['demo-marketplace/web/src/app/x.ts', '../features/orders/routes.js', 'allowed'],
  ['demo-marketplace/web/src/app/layouts/x.tsx', '../../features/session/index.js', 'allowed'],
  ['demo-marketplace/web/src/app/layouts/x.tsx', '../../features/session/lib/session.js', 'refused'],
  ['demo-marketplace/web/src/app/x.ts', '@lectern/marketplace-api', 'refused'],
  ['test/headless/x.ts', '@lectern/server', 'allowed'],
];

const FOLDERS = [...new Set(CASES.map(([file]) => file.split('/')[0]))];

describe('the import map', () => {
  let base;
  let refused;

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'lectern-imports-'));
    copyFileSync(join(root, 'oxlint.config.mjs'), join(base, 'oxlint.config.mjs'));
    symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'));
    CASES.forEach(([file, target], index) => {
      const path = join(base, file.replace('x.', `case${index}.`));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `export { x } from '${target}';\n`);
    });
    const { output } = await runTool('oxlint', ['-c', 'oxlint.config.mjs', '-f', 'json', ...FOLDERS], { cwd: base });
    refused = JSON.parse(output)
      .diagnostics.filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename);
  });

  afterAll(() => rmSync(base, { recursive: true }));

  it.each(CASES.map((one, index) => [...one, index]))('%s → %s is %s', (_file, _target, verdict, index) => {
    expect(refused.some((name) => name.includes(`case${index}.`))).toBe(verdict === 'refused');
  });
});
