import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '@lectern/kit/clock';
import { MediaError } from '../../server/src/media/engine.js';
import type { ForwardEngine, ForwardRequest } from '../../server/src/media/forward.js';
import { moduleEntry } from '@lectern/kit/processes';
import { LiveConfigError, readLiveConfig, readCanvasText, type LiveConfig } from '../../server/src/live/config.js';
import { LiveOutput } from '../../server/src/live/output.js';
import type { LiveStream } from '../../server/src/live/scene.js';
import type { LiveState } from '../../server/src/live/states.js';

const COMPOSITOR = new URL('../../server/src/live/compositor/main.js', import.meta.url);
const CONFIG = readLiveConfig({ hls: true }, readCanvasText('64x64@5'));
const STREAM: LiveStream = { streamId: 'a', isDesktop: false, hasVideo: true, isVideoMuted: false, isFlowing: true };

class Forwards implements ForwardEngine {
  readonly open = new Map<string, ForwardRequest>();
  started = 0;
  isRefusing = false;

  async startForward(request: ForwardRequest): Promise<void> {
    if (this.isRefusing) throw new MediaError('no-source', 'not yet');
    this.started++;
    this.open.set(request.sourceId, request);
  }

  refreshForward(): void {}

  stopForward(forwardId: string): void {
    this.open.delete(forwardId.slice(forwardId.indexOf(':') + 1));
  }
}

let folder: string;
let engine: Forwards;
let states: LiveState[];
let reasons: (string | undefined)[];
let output: LiveOutput;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-output-'));
  engine = new Forwards();
  states = [];
  reasons = [];
});

afterEach(async () => {
  await output.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(allow: (config: LiveConfig) => Promise<void> = async () => undefined): Promise<void> {
  output = new LiveOutput('LC1', 'LV1', join(folder, 'hls'), CONFIG, {
    clock: systemClock,
    engine,
    entry: await moduleEntry(COMPOSITOR),
    ffmpegPath: 'ffmpeg',
    giveUpMs: 60_000,
    pushHosts: ['127.0.0.1'],
    allow,
    progress: ({ state, reason }) => {
      states.push(state);
      reasons.push(reason);
    },
    log: () => undefined,
  });
}

const reaches = (state: LiveState): Promise<void> => vi.waitFor(() => expect(states.at(-1)).toBe(state));

test('goes on when its compositor is killed, with the same streams, and leaves nothing when it is closed', async () => {
  await open();
  output.update(CONFIG, [STREAM]);
  await reaches('live');
  expect(engine.open.get('a')).toMatchObject({ roomId: 'LC1', forwardId: 'LV1:a', sourceId: 'a' });
  process.kill(output.pid!, 'SIGKILL');
  await reaches('reconnecting');
  expect(reasons.at(-1)).toContain('SIGKILL');
  expect(engine.open.size).toBe(0);
  await vi.waitFor(() => expect(engine.open.size).toBe(1));
  await reaches('live');
  await output.close();
  expect([states.at(-1), engine.open.size, existsSync(join(folder, 'hls'))]).toEqual(['ended', 0, false]);
});

test('forwards a stream once the engine has it, and again when it had lost it', async () => {
  await open();
  engine.isRefusing = true;
  output.update(CONFIG, [STREAM]);
  await reaches('live');
  expect(engine.open.size).toBe(0);
  engine.isRefusing = false;
  output.update(CONFIG, [{ ...STREAM }]);
  expect(engine.started).toBe(1);
  output.update(CONFIG, [{ ...STREAM, isFlowing: false }]);
  output.update(CONFIG, [STREAM]);
  expect(engine.started).toBe(2);
  output.update(CONFIG, []);
  expect(engine.open.size).toBe(0);
});

test('is not started where it may not be pushed to any more', async () => {
  await open(async () => {
    throw new LiveConfigError('this server may not push there');
  });
  await reaches('failed');
  expect(reasons).toEqual(['this server may not push there']);
  expect(output.pid).toBeUndefined();
});
