import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyPicture } from './picture-clock.js';

class FakeWorker {
  static last: FakeWorker | undefined;
  onmessage: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly terminate = vi.fn<() => void>();

  constructor() {
    FakeWorker.last = this;
  }
}

const camera = {} as MediaStreamTrack;
const tick = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  tick.mockClear();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that forbids workers draws by its own timer, until it is stopped', () => {
  const stop = everyPicture(camera, tick);
  FakeWorker.last?.onerror?.();
  vi.advanceTimersByTime(400);
  expect(tick).toHaveBeenCalledTimes(10);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a worker that is refused after all was stopped leaves nothing running', () => {
  everyPicture(camera, tick)();
  // A worker reports its refusal in a later turn, even after it was stopped.
  FakeWorker.last?.onerror?.();
  expect(FakeWorker.last?.terminate).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
