import { MAX_PIXELS } from '../../media/largest-picture.js';
import { CANVAS } from './layout.js';
import { FRAME_MS, type Scene } from './plan.js';
import type { Span, Voice } from './voices.js';

const BACKGROUND = '0x16181c';
const VIDEO_BITRATE = '1500k';
const AUDIO_BITRATE = '64k';
const KEYFRAME_SECONDS = 5;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
const RATE = 1000 / FRAME_MS;
const COMMON = ['-v', 'error', '-nostdin', '-y'] as const;

/** ffmpeg's arguments for the video of one scene. */
export function sceneArguments({ durationMs, placed }: Scene, output: string): string[] {
  const duration = seconds(durationMs);
  const inputs = placed.flatMap(({ input, seekMs }) => [
    // Frames change their size in the middle of a file; the scaler handles it, while a reinitialised filter loses the
    // time.
    ...[
      '-reinit_filter',
      '0',
      '-max_pixels',
      String(MAX_PIXELS),
      '-ss',
      seconds(seekMs),
      '-t',
      duration,
      '-i',
      input.file,
    ],
  ]);
  const { width, height } = CANVAS;
  const filters = [`color=c=${BACKGROUND}:s=${width}x${height}:r=${RATE}:d=${duration}[bg0]`];
  placed.forEach(({ tile }, index) => {
    const fit = `scale=${tile.width}:${tile.height}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
    const pad = `pad=${tile.width}:${tile.height}:(ow-iw)/2:(oh-ih)/2:color=${BACKGROUND}:eval=frame`;
    filters.push(`[${index}:v]${fit},setsar=1,${pad},fps=${RATE}:start_time=0[t${index}]`);
    filters.push(`[bg${index}][t${index}]overlay=${tile.x}:${tile.y}:eof_action=repeat[bg${index + 1}]`);
  });
  return [
    ...[...COMMON, ...inputs, '-filter_complex', filters.join(';'), '-map', `[bg${placed.length}]`],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', VIDEO_BITRATE],
    ...['-g', String(KEYFRAME_SECONDS * RATE), '-pix_fmt', 'yuv420p', '-t', duration, '-f', 'webm', output],
  ];
}

/** ffmpeg's arguments for a mix of voices: each from its beginning, with silence in between. */
export function soundArguments(
  { startedAt, durationMs }: Span,
  voices: readonly Voice[],
  output: string,
  bitrate: string = AUDIO_BITRATE,
): string[] {
  const filters = voices.map((voice, index) => {
    const delay = Math.max(0, Math.round(voice.startedAt - startedAt));
    return `[${index}:a]aresample=async=1000:first_pts=0,adelay=${delay}:all=1[a${index}]`;
  });
  const labels = voices.map((_, index) => `[a${index}]`).join('');
  // Voices are summed at full level; the limiter reduces sums that are too loud.
  const mix = voices.length > 1 ? `amix=inputs=${voices.length}:normalize=0:dropout_transition=0,` : '';
  filters.push(`${labels}${mix}alimiter=limit=0.95:level=disabled,apad[out]`);
  return [
    ...[...COMMON, ...voices.flatMap(({ file }) => ['-i', file]), '-filter_complex', filters.join(';')],
    ...['-map', '[out]', '-c:a', 'libopus', '-b:a', bitrate, '-ac', '2', '-t', seconds(durationMs)],
    ...['-f', 'webm', output],
  ];
}

/** ffmpeg's arguments that join scenes and audio without encoding them again. */
export function joinArguments(
  parts: { readonly sceneList?: string; readonly sound?: string },
  output: string,
): string[] {
  const { sceneList, sound } = parts;
  return [
    ...COMMON,
    ...(sceneList === undefined ? [] : ['-f', 'concat', '-safe', '0', '-i', sceneList]),
    ...(sound === undefined ? [] : ['-i', sound]),
    ...['-c', 'copy', '-f', 'webm', output],
  ];
}

/** The list for ffmpeg's concat. */
export function sceneList(scenes: readonly { readonly name: string; readonly durationMs: number }[]): string {
  const lines = scenes.map(({ name, durationMs }) => `file '${name}'\nduration ${seconds(durationMs)}`);
  return `ffconcat version 1.0\n${lines.join('\n')}\n`;
}
