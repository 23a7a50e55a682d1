import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '@lectern/kit/clock';
import type { LiveState } from '../../server/src/live/states.js';
import { eventually, freePort } from '../support/index.js';
import { blinkArguments, Children, decode, lightOf, loudnessOf, rises, type Decoded } from './ffmpeg.js';
import { moduleEntry } from '@lectern/kit/processes';
import { CompositorHandle } from '../../server/src/live/compositor/handle.js';
import type { Scene, Tile } from '../../server/src/live/compositor/ipc.js';
import { PLAYLIST, type Target } from '../../server/src/live/compositor/outlet-arguments.js';

const COMPOSITOR = new URL('../../server/src/live/compositor/main.js', import.meta.url);
const CANVAS = { width: 320, height: 180, framesPerSecond: 10, bitrate: 300_000, background: 0x000000 };
const LEFT: Tile = { streamId: 'a', x: 0, y: 44, width: 160, height: 90, z: 0, style: 'fit', isMuted: false };
const RIGHT: Tile = { ...LEFT, streamId: 'b', x: 160 };
const A = { light: 235, hz: 600 };
const B = { light: 160, hz: 1700 };

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

/** A compositor with the states, reasons and log messages that it reported. */
class Stage {
  readonly ports = new Map<string, number>();
  readonly states: LiveState[] = [];
  readonly reasons: string[] = [];
  readonly log: string[] = [];
  gone: string | undefined;

  private constructor(readonly handle: CompositorHandle) {}

  static async open(targets: readonly Target[], options: { ffmpegPath?: string; giveUpMs?: number } = {}) {
    const { ffmpegPath = 'ffmpeg', giveUpMs = 600_000 } = options;
    const configured = { ffmpegPath, canvas: CANVAS, targets, giveUpMs, pushHosts: ['127.0.0.1'] };
    const handle: CompositorHandle = new CompositorHandle(await moduleEntry(COMPOSITOR), configured, systemClock, {
      source: (streamId, port) => stage.ports.set(streamId, port),
      refresh: () => undefined,
      state: (state, reason) => {
        stage.states.push(state);
        stage.reasons.push(reason ?? '');
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
    await eventually('every stream having a port', () => scene.streamIds.every((id) => this.ports.has(id)), Boolean);
  }

  /** Shows blinking streams, and resolves when they arrive. */
  async showBlinking(tiles: readonly Tile[]): Promise<void> {
    await this.show({ tiles, streamIds: ['a', 'b'] });
    children.ffmpeg(blinkArguments({ port: this.ports.get('a')!, ...A }));
    children.ffmpeg(blinkArguments({ port: this.ports.get('b')!, ...B, codec: 'H264', size: '640x360' }));
  }

  async reaches(state: LiveState): Promise<void> {
    await eventually(
      `the output being ${state}`,
      () => [this.states.at(-1), ...this.log],
      ([now]) => now === state,
    );
  }
}

/** The middle of a tile, clear of its borders. */
const inside = ({ x, y, width, height }: Tile) => ({ x: x + 20, y: y + 20, width: width - 40, height: height - 40 });
const litAt = (decoded: Decoded, tile: Tile, light: number): number[] =>
  rises(lightOf(decoded, inside(tile)), CANVAS.framesPerSecond, light / 2 + 10);
const heardAt = (decoded: Decoded, hz: number): number[] => rises(loudnessOf(decoded, hz), 100, 1_000);

interface Playlist {
  readonly first: number;
  readonly segments: readonly string[];
}

function readPlaylist(hls: string): Playlist {
  const text = readFileSync(join(hls, PLAYLIST), 'utf8');
  const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0);
  return { first, segments: text.split('\n').filter((line) => line.endsWith('.ts')) };
}

/** Decodes the next `count` segments that begin from now on. */
async function hlsAfter(hls: string, count: number): Promise<Decoded> {
  const end = ({ first, segments }: Playlist): number => first + segments.length;
  const from = end(readPlaylist(hls));
  const playlist = await vi.waitFor(
    () => {
      const now = readPlaylist(hls);
      expect(end(now)).toBeGreaterThanOrEqual(from + count);
      return now;
    },
    { interval: 100 },
  );
  const fresh = playlist.segments.slice(Math.max(0, from - playlist.first));
  const file = join(folder, `from-${from}.ts`);
  writeFileSync(file, Buffer.concat(fresh.map((name) => readFileSync(join(hls, name)))));
  return decode(file, CANVAS);
}

/** Waits for a segment, of those that begin from now on, that fits. */
const hlsBecomes = (hls: string, what: string, fits: (decoded: Decoded) => boolean): Promise<Decoded> =>
  eventually(`the output ${what}`, () => hlsAfter(hls, 1), fits);

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Infinity;

const hlsOf = (name = 'hls'): { folder: string; target: Target } => ({
  folder: join(folder, name),
  target: { kind: 'hls', folder: join(folder, name) },
});

/** The processes that a process has started and that are still there. */
function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*ffmpeg.*)$/.exec(line))
    .filter((match) => match !== null && Number(match[2]) === pid)
    .map((match) => Number(match![1]));
}

const isThere = (pid: number): boolean => existsSync(`/proc/${pid}`);

describe('a composed output', () => {
  test('shows each stream in its place and plays all sounds, in time with the picture', async () => {
    const hls = hlsOf();
    const stage = await Stage.open([hls.target]);
    await stage.showBlinking([LEFT, RIGHT]);
    await stage.reaches('live');
    const decoded = await hlsAfter(hls.folder, 3);
    for (const [tile, { light, hz }] of [
      [LEFT, A],
      [RIGHT, B],
    ] as const) {
      const [lit, heard] = [litAt(decoded, tile, light), heardAt(decoded, hz)];
      expect(Math.max(...lightOf(decoded, inside(tile)))).toBeGreaterThan(light - 15);
      expect(lit.length).toBeGreaterThanOrEqual(3);
      // A picture waits up to a frame of the canvas for its turn, and a single one may be late on a busy machine.
      const apart = lit.map((at) => Math.min(...heard.map((sound) => Math.abs(sound - at))));
      expect(median(apart), `${hz} Hz: lit ${lit.join()} heard ${heard.join()}`).toBeLessThan(
        1.5 / CANVAS.framesPerSecond,
      );
    }
    // Above and below the tiles is the background, in time and place.
    expect(Math.max(...lightOf(decoded, { x: 0, y: 0, width: 320, height: 40 }))).toBeLessThan(25);
  });

  test('goes on while streams go, are muted and are placed anew', async () => {
    const hls = hlsOf();
    const stage = await Stage.open([hls.target]);
    await stage.showBlinking([LEFT, RIGHT]);
    await stage.reaches('live');
    // One leaves, the other is muted and fills the canvas.
    const whole: Tile = { ...LEFT, y: 0, width: 320, height: 180, style: 'fill', isMuted: true };
    stage.handle.setScene({ tiles: [whole], streamIds: ['a'] });
    await hlsBecomes(hls.folder, 'showing who has no picture, and being without who left', (decoded) => {
      const figure = lightOf(decoded, { x: 150, y: 70, width: 20, height: 10 });
      const isFigure = Math.min(...figure) > 80 && Math.max(...figure) < 115;
      return isFigure && heardAt(decoded, B.hz).length === 0 && heardAt(decoded, A.hz).length > 0;
    });

    stage.handle.setScene({ tiles: [{ ...whole, isMuted: false }], streamIds: ['a'] });
    await hlsBecomes(hls.folder, 'showing who has a picture again', (decoded) => {
      return litAt(decoded, whole, A.light).length > 0;
    });
    expect(stage.states).toEqual(['live']);
  });

  test('gets a picture back whose decoder died, and goes on when the encoder does', async () => {
    const hls = hlsOf();
    const stage = await Stage.open([hls.target]);
    await stage.showBlinking([LEFT, RIGHT]);
    await stage.reaches('live');
    for (const pid of childrenOf(stage.handle.pid!)) {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0ivf\0')) process.kill(pid, 'SIGKILL');
    }
    // The first segment may still hold frames decoded before the decoder died.
    await hlsAfter(hls.folder, 1);
    await hlsBecomes(hls.folder, 'blinking again', (decoded) => litAt(decoded, LEFT, A.light).length > 0);
    expect(stage.states).toEqual(['live']);

    for (const pid of childrenOf(stage.handle.pid!)) {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('libx264')) process.kill(pid, 'SIGKILL');
    }
    await stage.reaches('reconnecting');
    expect(stage.reasons.at(-1)).toContain('encoder');
    await stage.reaches('live');
    expect(stage.states).toEqual(['live', 'reconnecting', 'live']);
  });

  test('leaves nothing behind when it is killed', async () => {
    const hls = hlsOf();
    const stage = await Stage.open([hls.target]);
    await stage.showBlinking([LEFT, RIGHT]);
    await stage.reaches('live');
    const pid = stage.handle.pid!;
    const started = childrenOf(pid);
    expect(started.length).toBeGreaterThanOrEqual(4);
    process.kill(pid, 'SIGKILL');
    await eventually(
      'the end of all that it started',
      () => started.filter(isThere),
      (left) => left.length === 0,
    );
    await eventually(
      'its end being reported',
      () => String(stage.gone),
      (reason) => reason.includes('SIGKILL'),
    );
  });
});

describe('a push target', () => {
  const receive = (port: number, file: string): void => {
    const from = ['-listen', '1', '-f', 'flv', '-i', `rtmp://127.0.0.1:${port}/live/key`];
    children.ffmpeg([...from, '-c', 'copy', '-flush_packets', '1', '-f', 'mpegts', file]);
  };

  test('gets picture and sound over RTMP, and again when it was gone', async () => {
    const port = await freePort();
    const [first, second] = [join(folder, 'first.ts'), join(folder, 'second.ts')];
    const stage = await Stage.open([{ kind: 'rtmp', url: `rtmp://127.0.0.1:${port}/live/key` }]);
    await stage.showBlinking([LEFT, RIGHT]);
    // Nothing listens on the port yet.
    await stage.reaches('reconnecting');
    expect(stage.reasons.at(-1)).not.toContain('key');
    receive(port, first);
    await stage.reaches('live');
    await eventually(
      'both blinking at the receiver, and one being heard',
      () => decode(first, CANVAS),
      (decoded) =>
        litAt(decoded, LEFT, A.light).length >= 2 &&
        litAt(decoded, RIGHT, B.light).length >= 2 &&
        heardAt(decoded, A.hz).length >= 2,
    );

    await children.endMatching(first);
    await stage.reaches('reconnecting');
    receive(port, second);
    await stage.reaches('live');
    await eventually(
      'the receiver seeing it again',
      () => decode(second, CANVAS),
      (decoded) => litAt(decoded, LEFT, A.light).length > 0,
    );
  });

  test('that never answers is given up', async () => {
    const port = await freePort();
    const url = `rtmp://127.0.0.1:${port}/live/key`;
    const stage = await Stage.open([{ kind: 'rtmp', url }], { giveUpMs: 1 });
    await stage.reaches('failed');
    expect(stage.states).toEqual(['failed']);
  });
});

test('an ffmpeg that hangs holds nothing up for ever', async () => {
  const hangs = join(folder, 'ffmpeg');
  writeFileSync(hangs, '#!/bin/sh\nexec sleep 600\n');
  chmodSync(hangs, 0o755);
  const stage = await Stage.open([hlsOf().target], { ffmpegPath: hangs });
  await stage.show({ tiles: [LEFT], streamIds: ['a'] });
  const hung = await vi.waitFor(() => {
    const pid = stage.handle.pid!;
    const sleeping = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('sleep 600') && line.includes(` ${pid} `))
      .map((line) => Number.parseInt(line, 10));
    expect(sleeping.length).toBeGreaterThanOrEqual(2);
    return sleeping;
  });
  await stage.handle.stop();
  await vi.waitFor(() => expect(hung.filter(isThere)).toEqual([]));
  expect(readdirSync(folder)).toContain('hls');
});
