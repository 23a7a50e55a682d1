import { eventually } from '../support/index.js';
import type { PageDriver } from './driver.js';

const GROWN_FRAMES = 20;
const GROWN_TONES = 10;
/** Time without new media after which a stream counts as stopped, in ms. */
const SILENCE_MS = 1_500;

/** Statistics of a flowing stream: bitrate, loss, round-trip time, size, frame rate and jitter. */
const FIGURES = [
  /Bitrate[1-9]\d* kbit\/s/,
  /Packet loss\d+(\.\d)?%/,
  /Round-trip time\d+ ms/,
  /Picture[1-9]\d* × [1-9]\d*, [1-9]\d* frames a second/,
  /Jitter\d+ ms/,
];

interface Amounts {
  readonly frames: number;
  readonly tones: number;
}

/** Page object of the class, by the texts on the page. Needs the page reader in the page. */
export class ClassroomPage {
  constructor(private readonly driver: PageDriver) {}

  /** Opens the lobby of a class, fills it in and joins. */
  async enter(origin: string, room: string, name: string): Promise<void> {
    await this.driver.goto(`${origin}/classroom?${new URLSearchParams({ room }).toString()}#password=secret1`);
    await this.driver.startReading();
    await this.driver.fill('Your name', name);
    await this.driver.click('Join class');
    await this.driver.waitForButton('Leave class');
  }

  toggle(control: 'Mute microphone' | 'Unmute microphone' | 'Turn camera off' | 'Turn camera on'): Promise<void> {
    return this.driver.click(control);
  }

  async leave(): Promise<void> {
    await this.driver.click('Leave class');
    await this.driver.waitForText('You left the class');
  }

  /** Opens the connection panel, and waits until it shows statistics of this many streams. */
  async showsFigures(streams: number): Promise<void> {
    await this.driver.click('Connection');
    await eventually(
      `the panel showing figures of ${streams} streams`,
      () => this.driver.texts('[data-stats-of]'),
      (texts) => texts.length === streams && texts.every((text) => FIGURES.every((figure) => figure.test(text))),
    );
  }

  /** Waits until new video, audio, or both of a sender arrive. */
  async perceives(sender: number, kinds: { readonly video?: boolean; readonly audio?: boolean }): Promise<void> {
    const before = await this.#amounts(sender);
    await eventually(
      `the page perceiving sender ${sender}`,
      () => this.#amounts(sender),
      (now) =>
        (kinds.video !== true || now.frames - before.frames >= GROWN_FRAMES) &&
        (kinds.audio !== true || now.tones - before.tones >= GROWN_TONES),
    );
  }

  /** Waits until nothing of a kind has arrived from a sender for a while. */
  async stopsPerceiving(sender: number, kind: keyof Amounts): Promise<void> {
    let amount = (await this.#amounts(sender))[kind];
    let quietSince = performance.now();
    await eventually(
      `the page perceiving no ${kind} of sender ${sender}`,
      async () => {
        const now = (await this.#amounts(sender))[kind];
        if (now !== amount) quietSince = performance.now();
        amount = now;
        return performance.now() - quietSince;
      },
      (quietMs) => quietMs >= SILENCE_MS,
    );
  }

  async #amounts(sender: number): Promise<Amounts> {
    const reports = await this.driver.reports();
    return {
      frames: reports
        .filter(({ video }) => video.sender === sender)
        .reduce((sum, { video }) => sum + video.readable, 0),
      tones: reports.reduce((sum, { tones }) => sum + (tones[sender] ?? 0), 0),
    };
  }
}
