import { expect, test } from 'vitest';
import { LossChaser } from './loss.js';

test('asks for what is missing at once, again while it stays away, and no more once it came', () => {
  const chaser = new LossChaser();
  chaser.received(10, 0);
  chaser.received(13, 0);
  expect(chaser.due(0)).toEqual([11, 12]);
  expect(chaser.due(10)).toEqual([]);
  chaser.received(11, 20);
  expect(chaser.due(40)).toEqual([12]);
  chaser.received(12, 50);
  expect(chaser.isChasing).toBe(false);
  expect(chaser.takeGivenUp()).toBe(false);
});

test('gives up in the end, and says so once', () => {
  const chaser = new LossChaser();
  chaser.received(10, 0);
  chaser.received(12, 0);
  for (let now = 0; now <= 2_000; now += 20) chaser.due(now);
  expect(chaser.isChasing).toBe(false);
  expect([chaser.takeGivenUp(), chaser.takeGivenUp()]).toEqual([true, false]);
});

test('does not chase an outage', () => {
  const chaser = new LossChaser();
  chaser.received(10, 0);
  chaser.received(5_000, 0);
  expect(chaser.due(0)).toEqual([]);
  expect(chaser.takeGivenUp()).toBe(true);
});

test('does not chase outage after outage either', () => {
  const chaser = new LossChaser();
  for (let packet = 0; packet < 100; packet++) chaser.received(packet * 200, 0);
  expect(chaser.due(0).length).toBeLessThanOrEqual(1_000);
  expect(chaser.takeGivenUp()).toBe(true);
});
