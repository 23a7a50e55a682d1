import { expect, test } from 'vitest';
import { csvOf } from './csv.js';

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'the name %j is no formula to a spreadsheet',
  (name) => {
    const [, cell] = /^\uFEFF"?((?:.|\s)*?)"?\r\n$/.exec(csvOf([[name]])) ?? [];
    expect(cell).toBe(`'${name}`);
  },
);

test('numbers stay numbers, and signs of the table stay within their cells', () => {
  expect(
    csvOf([
      ['-12.50', '7'],
      ['a,b', 'a "b"', ''],
    ]),
  ).toBe('\uFEFF-12.50,7\r\n"a,b","a ""b""",\r\n');
});
