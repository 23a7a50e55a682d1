import { z } from 'zod';

/** `GRID`: computed from the present streams. `CUSTOM`: regions by stream id; cannot be changed back to `GRID`. */
export type LayoutStyle = 'GRID' | 'CUSTOM';

/** Scaling of an image in a region of another shape: `fit` letterboxes, `fill` crops. */
export type RegionStyle = 'fit' | 'fill';

export interface Canvas {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Bitrate of the video, in bit/s. */
  readonly bitrate: number;
  /** 0xRRGGBB */
  readonly background: number;
}

/** Region in which a stream is shown; even pixels from the top left corner. */
export interface LiveRegion {
  readonly streamId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 100; higher ones cover lower ones. */
  readonly z: number;
  readonly style: RegionStyle;
}

export interface LiveConfig {
  /** `rtmp:` or `rtmps:` URL to which the output is pushed. */
  readonly pushUrl: string | undefined;
  /** True if this server serves the output as HLS. */
  readonly hls: boolean;
  readonly layout: LayoutStyle;
  readonly canvas: Canvas;
  /** Used by `CUSTOM` only. */
  readonly regions: readonly LiveRegion[];
}

/** A live configuration that is invalid or not possible; nothing was changed. */
export class LiveConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LiveConfigError';
  }
}

export const MAX_REGIONS = 32;
const MIN_SIDE = 64;
const MAX_WIDTH = 1920;
const MAX_HEIGHT = 1080;
const MIN_REGION_SIDE = 16;
const MAX_URL_LENGTH = 2048;
const MAX_BITRATE = 5_000_000;
const MIN_BITRATE = 50_000;
/** Bits per pixel for video with little motion; enough for faces and slides. */
const BITS_PER_PIXEL = 0.07;

const side = (max: number) => z.number().int().min(MIN_SIDE).max(max).multipleOf(2, 'must be even');
const colour = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^(#|0x)?[0-9a-f]{6}$/i, 'must be a colour such as 0xFFB6C1')
      .transform((text) => Number.parseInt(text.slice(-6), 16)),
  ])
  .pipe(z.number().min(0).max(0xff_ff_ff));

const canvas = z.looseObject({
  w: side(MAX_WIDTH).nullish(),
  h: side(MAX_HEIGHT).nullish(),
  fps: z.number().int().min(5).max(30).nullish(),
  bps: z.number().int().min(MIN_BITRATE).max(MAX_BITRATE).nullish(),
  bgclr: colour.nullish(),
  codec: z
    .string()
    .refine((name) => name.toUpperCase() === 'H264', 'only H264 is sent')
    .nullish(),
});

const pixel = z.number().min(0).max(MAX_WIDTH).transform(toEven);
const region = z.looseObject({
  sid: z.string().min(1).max(256),
  x: pixel,
  y: pixel,
  w: pixel,
  h: pixel,
  z: z.number().int().min(0).max(100).nullish(),
  style: z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['fill', 'aspectfit', 'fit'], 'must be "fill" or "AspectFit"'))
    .nullish(),
});
const regions = z.array(region).max(MAX_REGIONS, `may be ${MAX_REGIONS} at most`);

const liveCfg = z.looseObject({
  cdn: z.string().max(MAX_URL_LENGTH).nullish(),
  hls: z.boolean().nullish(),
  layoutStyle: z.enum(['GRID', 'CUSTOM'], 'must be "GRID" or "CUSTOM"').nullish(),
  canvas: canvas.nullish(),
  regions: regions.nullish(),
  record: z.literal(false, 'is not supported; ask for "rec" or "recMerge" when the conference is created').nullish(),
});

/** Parses a `liveCfg`. @param fallback canvas where none is given @throws {LiveConfigError} */
export function readLiveConfig(value: unknown, fallback: Canvas): LiveConfig {
  const given = read('liveCfg', liveCfg, value);
  const pushUrl = given.cdn ? given.cdn : undefined;
  const hls = given.hls ?? false;
  if (pushUrl === undefined && !hls) {
    throw new LiveConfigError('liveCfg: needs "cdn", an rtmp:// or rtmps:// URL to push to, or "hls": true');
  }
  const layout = given.layoutStyle ?? 'GRID';
  const on = readCanvas(given.canvas, fallback);
  const placed = given.regions ? placeRegions(given.regions, on) : [];
  if (layout === 'GRID' && placed.length > 0) {
    throw new LiveConfigError('liveCfg.regions: only a "CUSTOM" layout has regions');
  }
  return { pushUrl, hls, layout, canvas: on, regions: placed };
}

/** Parses the `regions` of a layout update. @throws {LiveConfigError} */
export function readRegions(value: unknown, on: Canvas): readonly LiveRegion[] {
  return placeRegions(read('regions', regions, value), on);
}

/** Parses a canvas such as `1280x720@20` from the settings. @throws {LiveConfigError} */
export function readCanvasText(text: string): Canvas {
  const match = /^(\d+)x(\d+)@(\d+)$/.exec(text);
  if (match === null) throw new LiveConfigError('must be a canvas such as 1280x720@20');
  const [w, h, fps] = match.slice(1).map(Number);
  const given = read('canvas', canvas, { w, h, fps });
  return readCanvas(given, { width: 0, height: 0, framesPerSecond: 0, bitrate: 0, background: 0 });
}

/** @throws {LiveConfigError} that names the regions whose streams are not present */
export function requireKnownStreams(wanted: readonly LiveRegion[], has: (streamId: string) => boolean): void {
  const unknown = wanted.filter(({ streamId }) => !has(streamId)).map(({ streamId }) => streamId);
  if (unknown.length === 0) return;
  throw new LiveConfigError(`regions: the conference has no stream ${unknown.join(', ')}`);
}

function readCanvas(given: z.infer<typeof canvas> | null | undefined, fallback: Canvas): Canvas {
  const width = given?.w ?? fallback.width;
  const height = given?.h ?? fallback.height;
  const framesPerSecond = given?.fps ?? fallback.framesPerSecond;
  const bitrate = given?.bps ?? bitrateFor(width, height, framesPerSecond);
  return { width, height, framesPerSecond, bitrate, background: given?.bgclr ?? fallback.background };
}

function bitrateFor(width: number, height: number, framesPerSecond: number): number {
  const wanted = Math.round(width * height * framesPerSecond * BITS_PER_PIXEL);
  return Math.min(MAX_BITRATE, Math.max(MIN_BITRATE, wanted));
}

function placeRegions(given: z.infer<typeof regions>, on: Canvas): readonly LiveRegion[] {
  const seen = new Set<string>();
  return given.map(({ sid, x, y, w, h, z: depth, style }, index) => {
    const at = `regions.${index}`;
    if (seen.has(sid)) throw new LiveConfigError(`${at}: stream ${sid} has a region already`);
    seen.add(sid);
    if (w < MIN_REGION_SIDE || h < MIN_REGION_SIDE) {
      throw new LiveConfigError(`${at}: must be ${MIN_REGION_SIDE}x${MIN_REGION_SIDE} pixels or more`);
    }
    if (x + w > on.width || y + h > on.height) {
      const place = `${w}x${h} at ${x},${y}`;
      throw new LiveConfigError(`${at}: ${place} is outside the canvas of ${on.width}x${on.height}`);
    }
    return { streamId: sid, x, y, width: w, height: h, z: depth ?? 0, style: style === 'fill' ? 'fill' : 'fit' };
  });
}

/** Chroma is sampled once for two by two pixels. */
function toEven(value: number): number {
  return Math.floor(value / 2) * 2;
}

function read<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${[what, ...issue.path].join('.')}: ${issue.message}`);
  throw new LiveConfigError(issues.join('; '));
}
