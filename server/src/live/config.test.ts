import { describe, expect, test } from 'vitest';
import { readCanvasText, readLiveConfig, readRegions, requireKnownStreams } from './config.js';

const FALLBACK = readCanvasText('1280x720@20');
const PUSH = { cdn: 'rtmp://live.example.com/app/key', layoutStyle: 'GRID' };
const readBad = (value: unknown) => () => readLiveConfig(value, FALLBACK);

describe('a live configuration', () => {
  test('is read as the provider documents it', () => {
    const canvas = { bgclr: 0x980000, w: 640, h: 480, fps: 20, bps: 1_200_000, codec: 'H264' };
    expect(readLiveConfig({ cdn: PUSH.cdn, layoutStyle: 'CUSTOM', canvas }, FALLBACK)).toEqual({
      pushUrl: PUSH.cdn,
      hls: false,
      layout: 'CUSTOM',
      canvas: { width: 640, height: 480, framesPerSecond: 20, bitrate: 1_200_000, background: 0x980000 },
      regions: [],
    });
  });

  test('needs no canvas, and may ask for HLS alone', () => {
    expect(readLiveConfig({ hls: true }, FALLBACK)).toMatchObject({ pushUrl: undefined, hls: true, canvas: FALLBACK });
    expect(FALLBACK.bitrate).toBeGreaterThan(1_000_000);
  });

  test.each([
    ['nothing to push to', { layoutStyle: 'GRID' }, /needs "cdn".*or "hls": true/],
    ['no object', 'rtmp://host/key', /liveCfg/],
    ['an unknown layout', { ...PUSH, layoutStyle: 'ROW' }, /layoutStyle: must be "GRID" or "CUSTOM"/],
    ['another codec', { ...PUSH, canvas: { codec: 'VP8' } }, /canvas.codec: only H264/],
    ['an odd width', { ...PUSH, canvas: { w: 641 } }, /canvas.w: must be even/],
    ['too large a canvas', { ...PUSH, canvas: { w: 4096, h: 2160 } }, /canvas.w.*canvas.h/],
    ['too many frames', { ...PUSH, canvas: { fps: 120 } }, /canvas.fps/],
    ['too many bits', { ...PUSH, canvas: { bps: 50_000_000 } }, /canvas.bps/],
    ['no colour', { ...PUSH, canvas: { bgclr: 'red' } }, /canvas.bgclr/],
    ['recording', { ...PUSH, record: true }, /record: is not supported/],
  ])('is refused with %s', (_what, value, message) => {
    expect(readBad(value)).toThrow(message);
  });
});

describe('regions', () => {
  const region = { sid: 'ST1', x: 10, y: 20, w: 100, h: 60 };

  test('are read, on even pixels', () => {
    expect(readRegions([{ ...region, x: 11.5, w: 101, style: 'fill', z: 3 }], FALLBACK)).toEqual([
      { streamId: 'ST1', x: 10, y: 20, width: 100, height: 60, z: 3, style: 'fill' },
    ]);
    expect(readRegions([{ ...region, style: 'AspectFit' }], FALLBACK)[0]).toMatchObject({ style: 'fit', z: 0 });
  });

  test.each([
    ['outside the canvas', [{ ...region, x: 1200 }], /regions.0: 100x60 at 1200,20 is outside the canvas of 1280x720/],
    ['left of it', [{ ...region, x: -2 }], /regions.0.x/],
    ['of nothing', [{ ...region, w: 0 }], /16x16 pixels or more/],
    ['twice of one stream', [region, region], /ST1 has a region already/],
    ['too many', Array.from({ length: 33 }, (_, n) => ({ ...region, sid: `S${n}` })), /32 at most/],
    ['of another style', [{ ...region, style: 'round' }], /must be "fill" or "AspectFit"/],
    ['that are no list', { sid: 'ST1' }, /regions/],
  ])('are refused %s', (_what, value, message) => {
    expect(() => readRegions(value, FALLBACK)).toThrow(message);
  });

  test('are refused of streams that are not there, by name', () => {
    const regions = readRegions([region, { ...region, sid: 'ST2' }], FALLBACK);
    expect(() => requireKnownStreams(regions, (streamId) => streamId === 'ST1')).toThrow(/no stream ST2/);
  });
});

test('a canvas setting is checked like any canvas', () => {
  expect(readCanvasText('320x180@10')).toMatchObject({ width: 320, height: 180, framesPerSecond: 10 });
  expect(() => readCanvasText('320')).toThrow(/1280x720@20/);
  expect(() => readCanvasText('320x180@90')).toThrow(/fps/);
});
