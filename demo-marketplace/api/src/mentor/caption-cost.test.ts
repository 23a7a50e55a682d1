import { CAPTIONS_MAX, readCaptions, writeCaptions } from '@lectern/marketplace-contract';
import { describe, expect, test } from 'vitest';

describe('captions of the greatest length', () => {
  const time = '00:01.000 --> 00:02.000';
  const filled = (text: string): string => text.repeat(CAPTIONS_MAX / text.length);

  test.each([
    ['captions', filled(`${time}\na\n\n`)],
    ['tags that do not end', `${time}\n${filled('<a')}`],
    ['tags with attributes that do not end', `${time}\n${filled('<a b=" ')}`],
    ['empty lines', filled('\n')],
    ['half line ends', filled('\r')],
    ['blanks before the times', filled(' ') + time],
    ['blanks behind the times', time + filled(' ')],
    ['blanks between the times', `00:01.000${filled(' ')}--> 00:02.000`],
    ['blanks in a line', `${time}\na${filled(' ')}a`],
    ['arrows', filled('-->\n')],
    ['lines', `${time}\n${filled('a\n')}`],
    ['notes', filled('NOTE\n\n')],
    ['digits', filled('1')],
  ])('cost little: %s', (_what, text) => {
    const before = process.cpuUsage();
    const { cues } = readCaptions(text);
    if (cues !== undefined) writeCaptions(cues);
    // In ms of CPU time, some fifty on an idle machine; quadratic time would be minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
