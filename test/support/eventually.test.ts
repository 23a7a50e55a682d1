import { describe, expect, it } from 'vitest';
import { eventually, stays, TimeoutError } from './eventually.js';

describe('eventually', () => {
  it('gives the first state that fits', async () => {
    let looks = 0;
    expect(
      await eventually(
        'the third look',
        () => (looks += 1),
        (value) => value === 3,
      ),
    ).toBe(3);
  });

  it('says what was seen last when time is over, thrown errors included', async () => {
    const never = eventually(
      'peace',
      () => 'war',
      () => false,
      60,
    );
    await expect(never).rejects.toThrow(new TimeoutError('peace', 60, '"war"'));
    const broken = eventually(
      'an answer',
      () => Promise.reject(new Error('refused')),
      () => true,
      60,
    );
    await expect(broken).rejects.toThrow(/last seen: refused/);
  });
});

describe('stays', () => {
  it('fails as soon as the state changes', async () => {
    await stays(
      'calm',
      () => 1,
      () => true,
      60,
    );
    let looks = 0;
    await expect(
      stays(
        'calm',
        () => (looks += 1),
        (value) => value < 2,
        10_000,
      ),
    ).rejects.toThrow(TimeoutError);
  });
});
