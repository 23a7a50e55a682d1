import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementArea, nearestUnits, pictureArea, placeIn, pointToUnits, unitsToPoint } from './picture-area.js';

const WIDE = { width: 640, height: 360 };

describe('a place of the window in an element', () => {
  const element = (width: number, height: number) =>
    ({
      ...{ offsetWidth: 200, offsetHeight: 100, clientLeft: 5, clientTop: 2 },
      getBoundingClientRect: () => ({ left: 10, top: 20, width, height }),
    }) as HTMLElement;

  it.each([
    ['as it is', 200, 100, { x: 55, y: 48 }],
    ['twice as large', 400, 200, { x: 25, y: 23 }],
    ['half as high', 200, 50, { x: 55, y: 98 }],
    ['not at all', 0, 0, { x: 55, y: 48 }],
  ])('is told in the element’s own pixels, inside of its border, where CSS shows it %s', (_, width, height, place) => {
    expect(placeIn(element(width, height), { clientX: 70, clientY: 70 })).toEqual(place);
  });
});

describe('the area of a picture in its box', () => {
  it.each([
    ['contain', { width: 400, height: 400 }, { x: 0, y: 87.5, width: 400, height: 225 }],
    ['contain', { width: 800, height: 360 }, { x: 80, y: 0, width: 640, height: 360 }],
    ['cover', { width: 360, height: 360 }, { x: -140, y: 0, width: 640, height: 360 }],
    ['fill', { width: 300, height: 300 }, { x: 0, y: 0, width: 300, height: 300 }],
    ['none', { width: 1000, height: 1000 }, { x: 180, y: 320, width: 640, height: 360 }],
    ['scale-down', { width: 1000, height: 1000 }, { x: 180, y: 320, width: 640, height: 360 }],
    ['scale-down', { width: 320, height: 320 }, { x: 0, y: 70, width: 320, height: 180 }],
  ] as const)('is letterboxed, cropped or stretched by object-fit: %s in %o', (fit, box, area) => {
    expect(pictureArea(box, WIDE, fit)).toEqual(area);
  });

  it('is the whole box while the size of the picture is not known', () => {
    expect(pictureArea({ width: 10, height: 20 }, { width: 0, height: 0 }, 'cover')).toEqual({
      x: 0,
      y: 0,
      width: 10,
      height: 20,
    });
  });

  it.each([
    ['cover', -140],
    ['', 0],
  ])('of an element goes by its own object-fit: "%s"', (objectFit, x) => {
    const video = {
      clientWidth: 360,
      clientHeight: 360,
      videoWidth: 640,
      videoHeight: 360,
      ownerDocument: { defaultView: { getComputedStyle: () => ({ objectFit }) } },
    };
    expect(elementArea(video as unknown as HTMLVideoElement).x).toBe(x);
  });
});

describe('places in a picture', () => {
  const area = { x: 0, y: 87.5, width: 400, height: 225 };

  it('are parts of what was filmed, whatever is beside it and however it is turned', () => {
    expect(pointToUnits(area, { x: 100, y: 200 })).toEqual({ x: 2500, y: 5000 });
    expect(pointToUnits(area, { x: 100, y: 200 }, true)).toEqual({ x: 7500, y: 5000 });
    expect(pointToUnits(area, { x: 100, y: 80 })).toBeUndefined();
    expect(nearestUnits(area, { x: -5, y: 80 })).toEqual({ x: 0, y: 0 });
    expect(nearestUnits(area, { x: -5, y: 500 }, true)).toEqual({ x: 10_000, y: 10_000 });
    expect(nearestUnits({ x: 0, y: 0, width: 0, height: 0 }, { x: 1, y: 1 })).toEqual({ x: 0, y: 0 });
  });

  it('come back from any box to where they were', () => {
    const side = fc.integer({ min: 1, max: 4000 });
    const fit = fc.constantFrom('contain', 'cover', 'fill', 'none', 'scale-down' as const);
    const unit = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(side, side, side, side, fit, unit, unit, fc.boolean(), (w, h, pw, ph, by, x, y, isMirrored) => {
        const where = pictureArea({ width: w, height: h }, { width: pw, height: ph }, by);
        expect(nearestUnits(where, unitsToPoint(where, { x, y }, isMirrored), isMirrored)).toEqual({ x, y });
      }),
    );
  });
});
