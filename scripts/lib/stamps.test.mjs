import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf, Stamps } from './stamps.mjs';

let base;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lectern-stamps-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const write = (name, text) => {
  mkdirSync(dirname(join(base, name)), { recursive: true });
  writeFileSync(join(base, name), text);
};

describe('digestOf', () => {
  it('changes with a content, a new file and a name, and with nothing else', () => {
    write('src/a.ts', '1');
    const digest = digestOf(['src'], base);
    write('src/a.ts', '1');
    write('src/dist/b.js', 'built');
    expect(digestOf(['src'], base)).toBe(digest);
    write('src/a.ts', '2');
    const changed = digestOf(['src'], base);
    expect(changed).not.toBe(digest);
    write('src/c.ts', '');
    expect(digestOf(['src'], base)).not.toBe(changed);
  });
});

describe('Stamps', () => {
  it('remembers over runs, and starts anew from an unreadable file', () => {
    const file = join(base, 'cache/build.json');
    new Stamps(file).set('sdk', 'x');
    expect(new Stamps(file).has('sdk', 'x')).toBe(true);
    expect(new Stamps(file).has('sdk', 'y')).toBe(false);
    writeFileSync(file, '{');
    expect(new Stamps(file).has('sdk', 'x')).toBe(false);
  });
});
