import { createNodePlatform } from '@lectern/rtc/node';
import { WebSocket } from 'ws';
import { SyntheticMedia } from '../media/synthetic-media.js';
import { loadWrtc } from '../media/wrtc.js';

/** The browser environment that the README's example needs when it runs on Node. */

const wrtc = loadWrtc();
const camera = new SyntheticMedia(wrtc, { sender: 1 });

export const platform = createNodePlatform({
  wrtc,
  WebSocket,
  media: {
    getUserMedia: ({ audio, video }) => Promise.resolve(camera.open({ audio: Boolean(audio), video: Boolean(video) })),
    enumerateDevices: () => Promise.resolve([]),
    onDeviceChange: () => () => undefined,
  },
});

let show: (stream: MediaStream) => void = () => undefined;

/** Resolves with the stream that the example attaches to its element. */
export const shown = new Promise<MediaStream>((resolve) => {
  show = resolve;
});

/** A fake of the page's element, with the members that the SDK uses. */
export const video = {
  set srcObject(stream: MediaStream | null) {
    if (stream) show(stream);
  },
  play: (): Promise<void> => Promise.resolve(),
  pause: (): void => undefined,
  addEventListener: (): void => undefined,
  removeEventListener: (): void => undefined,
};

/** Reports to the test that the example has reached a checkpoint, and waits until the test lets it continue. */
export const checkpoint = (name: string): Promise<void> =>
  new Promise((resolve) => {
    process.once('message', () => resolve());
    process.send?.(name);
  });
