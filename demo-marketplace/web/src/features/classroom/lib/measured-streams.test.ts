import type { QualitySnapshot } from '@lectern/rtc/quality';
import { expect, test } from 'vitest';
import { idsOf } from './measured-streams.js';

test('what one sends is told first, and the others in the order of the class', () => {
  const stream = (streamId: string, isLocal: boolean) => ({ streamId, isLocal });
  const streams = [stream('ben', false), stream('cai', false), stream('camera', true), stream('screen', true)];
  expect(idsOf({ streams } as unknown as QualitySnapshot)).toBe('camera\nscreen\nben\ncai');
});
