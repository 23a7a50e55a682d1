// @vitest-environment jsdom
import { settle } from '@lectern/rtc/testing';
import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAudioLevel } from './audio-level.js';

/** Open contexts, and the ports of their nodes. */
const open = new Set<FakeContext>();
interface FakePort {
  onmessage?: (event: { readonly data: readonly number[] }) => void;
  readonly postMessage: () => void;
}

const ports: FakePort[] = [];

class FakeContext {
  readonly state = 'running';
  readonly audioWorklet = { addModule: () => Promise.resolve() };

  constructor() {
    open.add(this);
  }

  createMediaStreamSource() {
    return { connect: () => undefined, disconnect: () => undefined };
  }

  close(): Promise<void> {
    open.delete(this);
    return Promise.resolve();
  }
}

class FakeNode {
  readonly port: FakePort = { postMessage: () => undefined };

  constructor() {
    ports.push(this.port);
  }

  disconnect(): void {
    ports.splice(ports.indexOf(this.port), 1);
  }
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('AudioWorkletNode', FakeNode);
  vi.stubGlobal('MediaStream', Set);
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
});

afterEach(() => vi.unstubAllGlobals());

const media = { getTracks: () => [{ kind: 'audio', readyState: 'live' }] } as unknown as MediaStream;

it('useAudioLevel tells the newest listener, renders nothing for it, and leaves nothing', async () => {
  const renders = vi.fn();
  const [first, second] = [vi.fn(), vi.fn()];
  const Bar = ({ of, show }: { readonly of: MediaStream | undefined; readonly show: () => void }) => {
    renders();
    useAudioLevel(of, show);
    return null;
  };
  const { rerender, unmount } = render(<Bar of={undefined} show={first} />, { wrapper: StrictMode });
  expect(open.size).toBe(0);
  rerender(<Bar of={media} show={first} />);
  await settle();
  expect(ports).toHaveLength(1);
  ports[0]?.onmessage?.({ data: [0.25, 0] });
  expect(first).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ instant: 0.5 }), true);
  rerender(<Bar of={media} show={second} />);
  renders.mockClear();
  for (let window = 0; window < 20; window++) ports[0]?.onmessage?.({ data: [0.01, 0] });
  expect([first.mock.calls.length, second.mock.calls.length, renders.mock.calls.length]).toEqual([1, 20, 0]);
  unmount();
  expect([open.size, ports.length]).toEqual([0, 0]);
});
