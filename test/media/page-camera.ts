import { COLUMNS, GRID_SHARE, patternRows, ROWS } from './pattern.js';

const WIDTH = 640;
const HEIGHT = 360;
const FRAMES_PER_SECOND = 15;

/** A sender's camera, drawn on a canvas. */
const openCamera = (sender: number): MediaStreamTrack[] => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d', { alpha: false });
  let counter = 0;
  const paint = (): void => {
    if (context === null) return;
    context.fillStyle = '#606060';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    const inset = (1 - GRID_SHARE) / 2;
    patternRows(sender, counter).forEach((byte, row) => {
      for (let column = 0; column < COLUMNS; column += 1) {
        context.fillStyle = (byte >> (COLUMNS - 1 - column)) & 1 ? '#ffffff' : '#000000';
        // A little too large, so that no seams show between cells.
        context.fillRect(
          WIDTH * (inset + (GRID_SHARE * column) / COLUMNS),
          HEIGHT * (inset + (GRID_SHARE * row) / ROWS),
          (WIDTH * GRID_SHARE) / COLUMNS + 0.5,
          (HEIGHT * GRID_SHARE) / ROWS + 0.5,
        );
      }
    });
    counter += 1;
  };
  paint();
  setInterval(paint, 1000 / FRAMES_PER_SECOND);
  return canvas.captureStream(FRAMES_PER_SECOND).getVideoTracks();
};

/**
 * Gives a page the pattern of a sender as camera, for browsers that play no files; microphones are the browser's. Run in
 * the page, by the bundle that `pageCameraScript()` builds.
 */
export const installPageCamera = (sender: number): void => {
  const devices = navigator.mediaDevices;
  const original = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async ({ audio, video }: MediaStreamConstraints = {}) => {
    const wants = { audio: audio !== undefined && audio !== false, video: video !== undefined && video !== false };
    return new MediaStream([
      ...(wants.audio ? (await original({ audio: audio ?? true })).getAudioTracks() : []),
      ...(wants.video ? openCamera(sender) : []),
    ]);
  };
};
