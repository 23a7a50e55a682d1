import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = /^demo-marketplace\/web\/src\/.*\.(ts|tsx)$/;
const STUB =
  /stubGlobal\(\s*['"]fetch['"]|\b(?:globalThis|window|global|self)\.fetch\s*=[^=]|(?:spyOn|stub|replaceProperty)\(\s*(?:globalThis|window|global|self)\s*,\s*['"]fetch['"]/;

/** @returns {string[]} one complaint for each file of the web application that replaces `fetch`. */
export function fetchStubs(files, base) {
  return files
    .filter((file) => TESTS.test(file) && STUB.test(readFileSync(join(base, file), 'utf8')))
    .map((file) => `${file} replaces fetch: answer the calls by src/testing/server.ts`);
}
