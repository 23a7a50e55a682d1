import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.js';

const DOCUMENT = new URL('../../docs/reliability.md', import.meta.url);
const SECONDS = /^\d+\.\d+ s$/;

const rows = new Map(
  readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', ...cells]) => [name, cells] as const),
);

test.each(FAULTS.map(({ name, what }) => [name, what] as const))(
  'docs/reliability.md says what members notice of: %s',
  (name, what) => {
    const [described, ...figures] = rows.get(name) ?? [];
    expect(described).toBe(what);
    expect(figures.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(SECONDS) as string));
  },
);

test.each([
  'kill -9 of the server',
  'kill -9 of a media worker',
  'kill -9 of PostgreSQL',
  'kill -9 of ffmpeg',
  'SIGSTOP of the server',
  'SIGSTOP of the media workers',
  'SIGSTOP of PostgreSQL',
  'SIGSTOP of ffmpeg',
  'disk full',
  'clock + 2 h',
  'clock − 2 h',
  'restart of the server',
  'new address',
  'sleep of a laptop',
  'loss of 1 %',
  'loss of 5 %',
  'loss of 20 %',
  'loss in bursts',
  '300 ms of delay',
  'jitter of 80 ms',
  'disorder',
  'outage of 5 s',
  'outage of 30 s',
  'UDP blocked',
  'database away',
])('a class is put through: %s', (name) => {
  expect(FAULTS.map((fault) => fault.name)).toContain(name);
});
