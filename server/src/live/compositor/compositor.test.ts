import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../clock.js';
import { blinkArguments, Children, decode, lightOf, loudnessOf, rises } from '../testing/ffmpeg.js';
import type { LiveState } from '../states.js';
import { compositorEntry } from './entry.js';
import { CompositorHandle } from './handle.js';
import type { Scene, Tile } from './ipc.js';
import { PLAYLIST, type Target } from './outlet.js';

// Real encoders in real time, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const CANVAS = { width: 320, height: 180, framesPerSecond: 10, bitrate: 300_000, background: 0x000000 };
const LEFT: Tile = { streamId: 'a', x: 0, y: 44, width: 160, height: 90, z: 0, style: 'fit', isMuted: false };
const RIGHT: Tile = { ...LEFT, streamId: 'b', x: 160 };
/** The middle of a tile, clear of its borders. */
const inside = ({ x, y, width, height }: Tile) => ({ x: x + 20, y: y + 20, width: width - 40, height: height - 40 });

let folder: string;
let children: Children;
const handles: CompositorHandle[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-live-'));
  children = new Children();
});

afterEach(async () => {
  await children.close();
  await Promise.all(handles.splice(0).map((handle) => handle.stop()));
  rmSync(folder, { recursive: true, force: true });
});

class Stage {
  readonly ports = new Map<string, number>();
  readonly states: LiveState[] = [];
  readonly reasons: (string | undefined)[] = [];
  readonly log: string[] = [];
  readonly refreshed: string[] = [];
  gone: string | undefined;

  private constructor(readonly handle: CompositorHandle) {}

  static async open(targets: readonly Target[], options: { ffmpegPath?: string; giveUpMs?: number } = {}) {
    const { ffmpegPath = 'ffmpeg', giveUpMs = 600_000 } = options;
    const configured = { ffmpegPath, canvas: CANVAS, targets, giveUpMs };
    const handle: CompositorHandle = new CompositorHandle(await compositorEntry(), configured, systemClock, {
      source: (streamId, port) => stage.ports.set(streamId, port),
      refresh: (streamId) => stage.refreshed.push(streamId),
      state: (state, reason) => {
        stage.states.push(state);
        stage.reasons.push(reason);
      },
      log: (message) => stage.log.push(message),
      gone: (reason) => (stage.gone = reason),
    });
    const stage = new Stage(handle);
    handles.push(handle);
    return stage;
  }

  async show(scene: Scene): Promise<void> {
    this.handle.setScene(scene);
    await vi.waitFor(
      () => expect([...this.ports.keys()]).toEqual(expect.arrayContaining([...scene.streamIds])),
      10_000,
    );
  }

  portOf(streamId: string): number {
    return this.ports.get(streamId)!;
  }

  async reaches(state: LiveState): Promise<void> {
    await vi.waitFor(() => expect(this.states.at(-1), this.log.join('\n')).toBe(state), { timeout: 40_000 });
  }
}

describe('HLS', () => {
  test('shows each stream in its place and plays all sounds, in time with the picture', async () => {
    const stage = await Stage.open([{ kind: 'hls', folder: join(folder, 'hls') }]);
    await stage.show({ tiles: [LEFT, RIGHT], streamIds: ['a', 'b'] });
    children.ffmpeg(blinkArguments({ port: stage.portOf('a'), light: 235, hz: 600 }));
    children.ffmpeg(blinkArguments({ port: stage.portOf('b'), light: 160, hz: 1700, codec: 'H264', size: '640x360' }));
    await stage.reaches('live');
    await new Promise((resolve) => setTimeout(resolve, 8000));
    await stage.handle.stop();

    const decoded = await decode(join(folder, 'hls', PLAYLIST), CANVAS);
    for (const [tile, hz, light] of [
      [LEFT, 600, 200],
      [RIGHT, 1700, 130],
    ] as const) {
      const lit = rises(lightOf(decoded, inside(tile)), CANVAS.framesPerSecond, light / 2 + 10);
      const heard = rises(loudnessOf(decoded, hz), 100, 1000);
      console.log(hz, lit, heard, Math.max(...lightOf(decoded, inside(tile))), Math.max(...loudnessOf(decoded, hz)));
    }
    console.log(stage.log, stage.states, stage.refreshed);
  });
});
