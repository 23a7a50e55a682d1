// @vitest-environment node
import { expect, test } from 'vitest';
import { Batches } from './batches.js';

test('keys that are wanted together are loaded in one call, in calls of at most so many, each once', async () => {
  const calls: (readonly string[])[] = [];
  const batches = new Batches<string>((keys) => {
    calls.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()])));
  }, 2);
  const answers = await Promise.all(['a', 'b', 'a', 'nobody'].map((key) => batches.load(key)));
  expect(answers).toEqual(['A', 'B', 'A', undefined]);
  expect(calls).toEqual([['a', 'b'], ['nobody']]);
  expect(await batches.load('c')).toBe('C');
  expect(calls).toHaveLength(3);
});

test('a call that fails fails those that wanted it, and is made again by the next', async () => {
  let isBroken = true;
  const batches = new Batches<string>((keys) => {
    if (isBroken) return Promise.reject(new Error('unreachable'));
    return Promise.resolve(new Map(keys.map((key) => [key, key])));
  }, 50);
  await expect(batches.load('a')).rejects.toThrow('unreachable');
  isBroken = false;
  expect(await batches.load('a')).toBe('a');
});
