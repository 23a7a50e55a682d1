// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../testing/clock.js';
import { FakeTrack } from '../testing/media.js';
import { captureCanvas } from './canvas.js';
import { downloadFile } from './download.js';
import { pictureFile, takePicture } from './picture.js';

afterEach(() => vi.restoreAllMocks());

describe('a download', () => {
  const revoked: string[] = [];
  const clicked: { readonly href: string; readonly name: string; readonly isInPage: boolean }[] = [];

  beforeEach(() => {
    revoked.length = clicked.length = 0;
    // jsdom implements neither.
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: (url: string) => revoked.push(url) });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push({ href: this.href, name: this.download, isInPage: this.isConnected });
    });
  });

  it('is a link that is revoked after 40 s, and leaves nothing in the page', async () => {
    const clock = new FakeClock();
    downloadFile(new Blob(['x']), 'lesson.webm', { clock });
    expect(clicked).toEqual([{ href: 'blob:1', name: 'lesson.webm', isInPage: true }]);
    expect(document.querySelector('a')).toBeNull();
    await clock.advance(39_999);
    expect(revoked).toEqual([]);
    await clock.advance(1);
    expect(revoked).toEqual(['blob:1']);
  });

  it('may be revoked earlier, once', async () => {
    const clock = new FakeClock();
    const revoke = downloadFile(new Blob(['x']), 'lesson.webm', { clock });
    revoke();
    revoke();
    await clock.advance(40_000);
    expect([revoked, clock.pendingTimers]).toEqual([['blob:1'], 0]);
  });
});

describe('a picture of a video', () => {
  const drawn: unknown[][] = [];
  let dataUrl = 'data:image/png;base64,AQID';

  const video = (width: number, height: number, readyState = 4): HTMLVideoElement => {
    const element = document.createElement('video');
    for (const [name, value] of Object.entries({ videoWidth: width, videoHeight: height, readyState })) {
      Object.defineProperty(element, name, { value });
    }
    return element;
  };

  beforeEach(() => {
    drawn.length = 0;
    dataUrl = 'data:image/png;base64,AQID';
    const context = { drawImage: (...args: unknown[]) => drawn.push(args.slice(1)) };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation((type) =>
      dataUrl.replace('png', String(type).slice(6)),
    );
  });

  it('has the size of the video, or less', () => {
    expect(takePicture(video(640, 480))).toEqual({ dataUrl: 'data:image/png;base64,AQID', width: 640, height: 480 });
    expect(takePicture(video(640, 480), { maxWidth: 320, type: 'image/jpeg' })).toMatchObject({
      dataUrl: 'data:image/jpeg;base64,AQID',
      width: 320,
      height: 240,
    });
    expect(takePicture(video(640, 480), { maxWidth: 2_000 }).width).toBe(640);
    expect(drawn[1]).toEqual([0, 0, 320, 240]);
  });

  it('is a file for downloads', () => {
    const file = pictureFile(takePicture(video(640, 480)));
    expect([file.type, file.size]).toEqual(['image/png', 3]);
  });

  it.each([
    ['nothing is shown', () => takePicture(video(0, 0))],
    ['the first picture has not come', () => takePicture(video(640, 480, 1))],
    ['the canvas is too large for the browser', () => ((dataUrl = 'data:,'), takePicture(video(640, 480)))],
    [
      'the page may not read it',
      () => {
        vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => {
          throw new DOMException('tainted', 'SecurityError');
        });
        return takePicture(video(640, 480));
      },
    ],
  ])('is not to be had when %s', (_, take) => {
    expect(take).toThrow(expect.objectContaining({ message: 'Not found base64 pic', reason: 'media' }));
  });
});

describe('a captured canvas', () => {
  const setUp = () => {
    const clock = new FakeClock();
    const picture = Object.assign(new FakeTrack('video'), { requestFrame: vi.fn() });
    const tracks: unknown[] = [picture];
    const captureStream = vi.fn(() => ({
      getVideoTracks: () => [picture],
      addTrack: (track: unknown) => tracks.push(track),
    }));
    const drawn: string[] = [];
    const context = {
      globalCompositeOperation: 'copy',
      fillStyle: '#f00',
      save: () => drawn.push('save'),
      resetTransform: () => drawn.push('reset'),
      fillRect: () => drawn.push(`${context.globalCompositeOperation} ${context.fillStyle}`),
      restore: () => drawn.push('restore'),
    };
    const canvas = { captureStream, getContext: () => context } as unknown as HTMLCanvasElement;
    return { clock, picture, tracks, captureStream, canvas, drawn };
  };

  it('gives 25 pictures a second, and takes a sound along that is not stopped with it', () => {
    const { canvas, captureStream, tracks, picture, clock } = setUp();
    const audio = new FakeTrack('audio');
    const capture = captureCanvas(canvas, { audio: audio as unknown as MediaStreamTrack, clock });
    expect(captureStream).toHaveBeenCalledWith(25);
    expect(tracks).toEqual([picture, audio]);
    capture.close();
    capture.close();
    expect([picture.readyState, audio.readyState, clock.pendingTimers]).toEqual(['ended', 'live', 0]);
  });

  it('is sent again every second while nobody draws, until it ends', async () => {
    const { canvas, picture, clock, drawn } = setUp();
    const capture = captureCanvas(canvas, { clock, framesPerSecond: 5 });
    capture.requestFrame();
    // Chromium captures only after drawing; this leaves every pixel and the context unchanged.
    expect(drawn).toEqual(['save', 'reset', 'destination-over transparent', 'restore']);
    await clock.advance(3_000);
    expect(picture.requestFrame).toHaveBeenCalledTimes(4);
    picture.stop();
    await clock.advance(1_000);
    expect([picture.requestFrame.mock.calls.length, clock.pendingTimers]).toEqual([4, 0]);
  });

  it('that is not drawn on in two dimensions is sent when it is drawn on', () => {
    const { canvas, picture, clock } = setUp();
    canvas.getContext = () => null;
    captureCanvas(canvas, { clock }).requestFrame();
    expect(picture.requestFrame).toHaveBeenCalledOnce();
  });

  it('is refused where the browser can not, and at rates that make no sense', () => {
    const { canvas } = setUp();
    expect(() => captureCanvas({} as HTMLCanvasElement)).toThrow(expect.objectContaining({ reason: 'unsupported' }));
    for (const framesPerSecond of [0, -1, 61, NaN]) {
      expect(() => captureCanvas(canvas, { framesPerSecond })).toThrow('a number above 0, up to 60 is needed');
    }
  });
});
