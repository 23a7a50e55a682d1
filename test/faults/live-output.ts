import { setTimeout as delay } from 'node:timers/promises';
import { RawMember, requestRawAdmission, type RawAdmission } from '../headless/raw-member.js';
import { eventually } from '../support/index.js';

/** Time between two looks at the playlist, in ms. */
const LOOK_MS = 100;
/** New segments after which an output counts as going on. */
const SEGMENTS = 3;
const GROWTH_LIMIT_MS = 120_000;

/** A live output by HLS, and the times at which its viewers get new segments. */
export class LiveOutput {
  #url = '';
  #segments = 0;
  #last = '';
  #lastAt = performance.now();
  #longestGapMs = 0;
  #isEnded = false;
  #watching: Promise<void> = Promise.resolve();

  /** Opens the room, so that this one is its admin. */
  static async prepare(serverUrl: string, room: string): Promise<LiveOutput> {
    const admission = await requestRawAdmission(serverUrl, room, 'producer');
    const member = await RawMember.connect(admission.ticket);
    await member.enter();
    return new LiveOutput(serverUrl, admission, member);
  }

  private constructor(
    private readonly serverUrl: string,
    private readonly admission: RawAdmission,
    private readonly member: RawMember,
  ) {}

  /** Starts the output, and waits for its first segments. */
  async begin(): Promise<void> {
    const { confrId, roleToken } = this.admission;
    const response = await fetch(`${this.serverUrl}/easemob/rtc/livecfg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ confrId, roleToken, liveCfg: { layoutStyle: 'GRID', hls: true } }),
    });
    const { hls } = (await response.json()) as { readonly hls: string };
    this.#url = this.serverUrl + hls;
    this.#watching = this.#watch();
    await this.grows();
  }

  /** Gaps are measured from now on. */
  restart(): void {
    this.#longestGapMs = 0;
    this.#lastAt = performance.now();
  }

  /** Resolves once some new segments have come. */
  async grows(): Promise<void> {
    const goal = this.#segments + SEGMENTS;
    const count = (): number => this.#segments;
    await eventually('new segments of the live output', count, (segments) => segments >= goal, GROWTH_LIMIT_MS);
  }

  /** The longest time between two segments, in ms. */
  get longestGapMs(): number {
    return Math.max(this.#longestGapMs, performance.now() - this.#lastAt);
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    await this.#watching;
    this.member.close();
  }

  async #watch(): Promise<void> {
    while (!this.#isEnded) {
      const text = await fetch(this.#url).then(
        (response) => (response.ok ? response.text() : ''),
        () => '',
      );
      const segment = text.trim().split('\n').at(-1) ?? '';
      if (segment !== '' && segment !== this.#last) {
        const now = performance.now();
        this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastAt);
        this.#last = segment;
        this.#lastAt = now;
        this.#segments += 1;
      }
      await delay(LOOK_MS);
    }
  }
}
