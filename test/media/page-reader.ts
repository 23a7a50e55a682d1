import { listenTo } from './page-listener.js';
import { readPattern } from './pattern.js';
import { ToneCounter } from './tone.js';
import { VideoLog, type VideoReport } from './video-log.js';

/** Media of one element, as {@link installPageReader} reports it. */
export interface ElementReport {
  readonly video: VideoReport;
  readonly tones: Readonly<Record<number, number>>;
}

/** The API that {@link installPageReader} puts on the window for tests. */
export interface PageReader {
  /** Starts reading a media element, once; its source may change. */
  watch(element: HTMLMediaElement): void;
  /** Watches every video and audio element of the page, including later ones. */
  watchAll(): void;
  /** Reports of the watched elements that are still in the page, in document order. */
  reports(): ElementReport[];
}

const READ_WIDTH = 160;
const READ_INTERVAL_MS = 25;

interface Watched {
  readonly log: VideoLog;
  readonly tones: ToneCounter;
}

class DomPageReader implements PageReader {
  readonly #watched = new Map<HTMLMediaElement, Watched>();
  readonly #canvas = new OffscreenCanvas(READ_WIDTH, READ_WIDTH);
  readonly #context = this.#canvas.getContext('2d', { willReadFrequently: true });

  watch(element: HTMLMediaElement): void {
    if (this.#watched.has(element)) return;
    const watched: Watched = { log: new VideoLog(), tones: new ToneCounter() };
    this.#watched.set(element, watched);
    let heard: MediaStreamTrack | undefined;
    let stopListening = (): void => undefined;
    setInterval(() => {
      if (element instanceof HTMLVideoElement) this.#look(element, watched.log);
      const track = element.srcObject instanceof MediaStream ? element.srcObject.getAudioTracks()[0] : undefined;
      if (track === heard) return;
      heard = track;
      stopListening();
      stopListening = track === undefined ? () => undefined : listenTo(track, watched.tones);
    }, READ_INTERVAL_MS);
  }

  watchAll(): void {
    const scan = (): void => {
      for (const element of document.querySelectorAll<HTMLMediaElement>('video, audio')) this.watch(element);
    };
    scan();
    new MutationObserver(scan).observe(document, { childList: true, subtree: true });
  }

  reports(): ElementReport[] {
    return [...document.querySelectorAll<HTMLMediaElement>('video, audio')].flatMap((element) => {
      const watched = this.#watched.get(element);
      return watched === undefined
        ? []
        : [{ video: watched.log.report(), tones: Object.fromEntries(watched.tones.counts) }];
    });
  }

  #look(element: HTMLVideoElement, log: VideoLog): void {
    const { videoWidth, videoHeight } = element;
    if (videoWidth === 0 || this.#context === null) return;
    const height = Math.round((READ_WIDTH * videoHeight) / videoWidth);
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#context.drawImage(element, 0, 0, READ_WIDTH, height);
    const { data } = this.#context.getImageData(0, 0, READ_WIDTH, height);
    const reading = readPattern(READ_WIDTH, height, (x, y) => {
      const index = (y * READ_WIDTH + x) * 4;
      return ((data[index] ?? 0) + 2 * (data[index + 1] ?? 0) + (data[index + 2] ?? 0)) / 4;
    });
    log.add(reading, videoWidth, videoHeight);
  }
}

declare global {
  interface Window {
    lecternReader: PageReader;
  }
}

/** Run in the page, by the bundle that `pageReaderScript()` builds. */
export const installPageReader = (): void => {
  window.lecternReader = new DomPageReader();
};
