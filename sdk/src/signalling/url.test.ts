import { describe, expect, it } from 'vitest';
import { AttemptCounter, numberedUrl, resolveSocketUrl } from './url.js';

describe('resolveSocketUrl', () => {
  it.each([
    ['wss://h.example/ws', undefined, 'wss://h.example/ws'],
    ['ws://H.example:80', undefined, 'ws://h.example/'],
    ['wss://h.example:443/ws?x=1#part', undefined, 'wss://h.example/ws?x=1'],
    ['https://h.example/ws', undefined, 'wss://h.example/ws'],
    ['/rtc/ws', 'https://page.example', 'wss://page.example/rtc/ws'],
    ['/rtc/ws?x=1', 'http://localhost:8080', 'ws://localhost:8080/rtc/ws?x=1'],
  ])('%s of a page at %s is %s', (url, origin, expected) => {
    expect(resolveSocketUrl(url, origin)).toBe(expected);
  });

  it.each([
    ['/rtc/ws', undefined],
    ['ftp://h.example/', undefined],
    ['', undefined],
    ['//', 'https://page.example'],
  ])('refuses %o of a page at %s', (url, origin) => {
    expect(() => resolveSocketUrl(url, origin)).toThrow('is no socket address');
  });
});

it('the counter is a query without a name, and grows with every attempt', () => {
  const counter = new AttemptCounter();
  expect(numberedUrl('ws://h/ws', counter.next())).toBe('ws://h/ws?0');
  expect(numberedUrl('ws://h/ws?a=1', counter.next())).toBe('ws://h/ws?a=1&1');
});
