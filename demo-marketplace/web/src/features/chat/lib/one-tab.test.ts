// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { connectInOneTab, type TabConnection } from './one-tab.js';

const aborted = (): DOMException => new DOMException('aborted', 'AbortError');

/** The exclusive lock of one name, as the tabs of a browser share it: with a queue, abort and steal. */
class FakeLocks {
  #holder: ((error: DOMException) => void) | undefined;
  readonly #queue: (() => void)[] = [];

  readonly request = (_name: string, options: LockOptions, hold: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const release = (): void => {
        if (this.#holder !== reject) return;
        this.#holder = undefined;
        this.#queue.shift()?.();
      };
      const grant = (): void => {
        this.#holder = reject;
        // The callback runs in a later turn, as in browsers.
        void Promise.resolve().then(hold).then(resolve, reject).finally(release);
      };
      if (options.steal === true) {
        this.#holder?.(aborted());
        return grant();
      }
      if (this.#holder === undefined) return grant();
      this.#queue.push(grant);
      options.signal?.addEventListener('abort', () => {
        const place = this.#queue.indexOf(grant);
        if (place < 0) return;
        this.#queue.splice(place, 1);
        reject(aborted());
      });
    });
}

afterEach(() => vi.unstubAllGlobals());

function browser() {
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  const connected = new Set<string>();
  const open = (tab: string): TabConnection =>
    connectInOneTab(() => {
      connected.add(tab);
      return () => void connected.delete(tab);
    });
  return { open, online: () => [...connected] };
}

test('one tab is connected; the next one follows when it closes', async () => {
  const { open, online } = browser();
  const tabs = ['a', 'b', 'c'].map(open);
  await expect.poll(online).toEqual(['a']);
  tabs[0]?.close();
  await expect.poll(online).toEqual(['b']);
  // A tab that was waiting is passed over.
  tabs[2]?.close();
  tabs[1]?.close();
  await expect.poll(online).toEqual([]);
});

test('a tab takes the connection over, and the other has it back after it', async () => {
  const { open, online } = browser();
  const [a, b] = [open('a'), open('b')];
  await expect.poll(online).toEqual(['a']);
  b.take();
  await expect.poll(online).toEqual(['b']);
  b.take();
  await expect.poll(online).toEqual(['b']);
  a.take();
  await expect.poll(online).toEqual(['a']);
  a.close();
  await expect.poll(online).toEqual(['b']);
  b.close();
});

test('a tab that closes before its lock is granted does not connect, and keeps nobody waiting', async () => {
  const { open, online } = browser();
  open('a').close();
  const b = open('b');
  await expect.poll(online).toEqual(['b']);
  b.close();
});

test('without locks every tab connects', () => {
  vi.stubGlobal('navigator', {});
  const disconnect = vi.fn<() => void>();
  connectInOneTab(() => disconnect).close();
  expect(disconnect).toHaveBeenCalledOnce();
});

test('where locks are refused the tab connects after one request', async () => {
  const request = vi.fn(() => Promise.reject(new DOMException('blocked', 'SecurityError')));
  vi.stubGlobal('navigator', { locks: { request } });
  const disconnect = vi.fn<() => void>();
  const connect = vi.fn(() => disconnect);
  const tab = connectInOneTab(connect);
  await vi.waitFor(() => expect(connect).toHaveBeenCalledOnce());
  tab.take();
  tab.close();
  expect([request.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1]);
});
