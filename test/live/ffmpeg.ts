import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg';

/** Runs ffmpeg to its end and resolves with its standard output. */
export function runFfmpeg(args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: MAX_OUTPUT_BYTES } as const;
    execFile(FFMPEG, ['-hide_banner', '-loglevel', 'error', ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`ffmpeg failed: ${stderr.toString()}`, { cause: error }));
    });
  });
}

/** Children of a test; all of them are ended with {@link close}. */
export class Children {
  readonly #children = new Set<ChildProcess>();

  ffmpeg(args: readonly string[]): ChildProcess {
    const child = spawn(FFMPEG, ['-hide_banner', '-loglevel', 'error', '-nostdin', ...args], { stdio: 'ignore' });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  /** Ends those with this among their arguments. */
  async endMatching(argument: string): Promise<void> {
    await this.#end((child) => child.spawnargs.includes(argument));
  }

  async close(): Promise<void> {
    await this.#end(() => true);
  }

  async #end(isMeant: (child: ChildProcess) => boolean): Promise<void> {
    await Promise.all(
      [...this.#children].filter(isMeant).map(async (child) => {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }),
    );
  }
}

export interface BlinkOptions {
  readonly port: number;
  /** 0 to 255: how bright its light is. */
  readonly light: number;
  /** Frequency of the beep. */
  readonly hz: number;
  readonly size?: string;
  readonly codec?: 'VP8' | 'H264';
}

/** Arguments that send one second of dark and silence after 400 ms of light and beep, for ever, as plain forwards do. */
export function blinkArguments({ port, light, hz, size = '320x180', codec = 'VP8' }: BlinkOptions): string[] {
  const grey = light.toString(16).padStart(2, '0');
  const target = (what: string): string => `rtp://127.0.0.1:${port}?rtcpport=${port}&pkt_size=1200&tag=${what}`;
  const picture = `color=0x101010:s=${size}:r=20,drawbox=c=0x${grey}${grey}${grey}:t=fill:enable='lt(mod(t\\,1.4)\\,0.4)'`;
  const sound = `sine=f=${hz}:r=48000,volume='if(lt(mod(t\\,1.4)\\,0.4)\\,4\\,0)':eval=frame`;
  const encoder =
    codec === 'VP8'
      ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-lag-in-frames', '0', '-auto-alt-ref', '0']
      : ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline'];
  return [
    ...['-re', '-f', 'lavfi', '-i', picture, '-re', '-f', 'lavfi', '-i', sound],
    ...['-map', '0:v', ...encoder, '-b:v', '600k', '-g', '20', '-pix_fmt', 'yuv420p', '-threads', '1'],
    ...['-payload_type', codec === 'VP8' ? '96' : '102', '-f', 'rtp', target('video')],
    ...['-map', '1:a', '-c:a', 'libopus', '-frame_duration', '20', '-ac', '2'],
    ...['-payload_type', '111', '-f', 'rtp', target('audio')],
  ];
}

/** The decoded frames and audio of a recording or playlist. */
export interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Luma planes of the frames, one after the other. */
  readonly luma: Buffer;
  /** Mono, 48 kHz. */
  readonly sound: Int16Array;
}

export const SOUND_RATE = 48_000;

/** Decodes a file, both tracks from the first moment at which both exist. */
export async function decode(
  file: string,
  shape: { readonly width: number; readonly height: number; readonly framesPerSecond: number },
): Promise<Decoded> {
  const rate = `fps=${shape.framesPerSecond}:start_time=0`;
  const input = ['-i', file];
  const [luma, pcm] = await Promise.all([
    runFfmpeg([...input, '-an', '-vf', `${rate},format=gray`, '-f', 'rawvideo', 'pipe:1']),
    runFfmpeg([
      ...input,
      '-vn',
      '-af',
      'aresample=async=1:first_pts=0',
      '-ac',
      '1',
      '-ar',
      '48000',
      '-f',
      's16le',
      '-',
    ]),
  ]);
  return { ...shape, luma, sound: new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2)) };
}

/** Mean brightness of an area in each frame. */
export function lightOf(
  { width, height, luma }: Decoded,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number[] {
  const lights: number[] = [];
  for (let frame = 0; (frame + 1) * width * height <= luma.length; frame++) {
    let sum = 0;
    for (let y = area.y; y < area.y + area.height; y++) {
      for (let x = area.x; x < area.x + area.width; x++) sum += luma[frame * width * height + y * width + x] ?? 0;
    }
    lights.push(sum / (area.width * area.height));
  }
  return lights;
}

/** Times in seconds at which a row of values rises above a threshold. */
export function rises(values: readonly number[], perSecond: number, threshold: number): number[] {
  return values.flatMap((value, index) =>
    index > 0 && value > threshold && (values[index - 1] ?? 0) <= threshold ? [index / perSecond] : [],
  );
}

/** Loudness of one frequency in windows of 10 ms. */
export function loudnessOf({ sound }: Decoded, hz: number): number[] {
  const size = SOUND_RATE / 100;
  const turn = (2 * Math.PI * hz) / SOUND_RATE;
  const windows: number[] = [];
  for (let start = 0; start + size <= sound.length; start += size) {
    let [real, imaginary] = [0, 0];
    for (let index = 0; index < size; index++) {
      const sample = sound[start + index] ?? 0;
      real += sample * Math.cos(turn * index);
      imaginary += sample * Math.sin(turn * index);
    }
    windows.push((2 * Math.hypot(real, imaginary)) / size);
  }
  return windows;
}
