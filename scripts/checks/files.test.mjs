import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreignMentions, longFiles, MAX_LINES } from './files.mjs';

let base;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lectern-checks-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const write = (name, text) => writeFileSync(join(base, name), text);

describe('longFiles', () => {
  it('complains of code above the limit only', () => {
    write('at-limit.ts', 'x\n'.repeat(MAX_LINES));
    write('above.css', 'x\n'.repeat(MAX_LINES + 1));
    write('above.md', 'x\n'.repeat(MAX_LINES + 1));
    expect(longFiles(['at-limit.ts', 'above.css', 'above.md'], base)).toEqual([expect.stringContaining('above.css')]);
  });
});

describe('foreignMentions', () => {
  const host = (name) => ['https:', '', name].join('/');

  it('finds folders of this machine and hosts of registries', () => {
    write('path.ts', `open('${base}/data')`);
    write('host.md', host('registry.example.org'));
    write('fine.ts', "open('/usr/bin/chromium')");
    expect(foreignMentions(['path.ts', 'host.md', 'fine.ts'], base)).toEqual([
      expect.stringContaining('path.ts'),
      expect.stringContaining('host.md'),
    ]);
  });

  it('lets the lock file name the public registry and no other', () => {
    write('package-lock.json', host('registry.npmjs.org'));
    expect(foreignMentions(['package-lock.json'], base)).toEqual([]);
    write('package-lock.json', host('registry.example.org'));
    expect(foreignMentions(['package-lock.json'], base)).toHaveLength(1);
  });
});
