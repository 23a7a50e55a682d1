import type { Page } from '@playwright/test';
import { pageReaderScript, type ElementReport } from '../media/index.js';

export interface DeployedIdentity {
  readonly appKey: string;
  readonly user: string;
  readonly token: string;
}

/** A remote stream as a page received it. */
export interface SeenStream {
  readonly id: string;
  /** 0 camera, 1 desktop, 2 camera of a mixed conference. */
  readonly type: number;
  readonly owner: string;
  readonly voff: number;
  readonly aoff: number;
}

declare global {
  interface Window {
    peers: { events: { name: string; detail: unknown }[]; isGenerous: boolean };
    setup(origin: string, appKey: string, user: string, token: string): void;
    remoteStreams(): SeenStream[];
    join(options: Record<string, unknown>): Promise<{ confrId: string; role: number }>;
    publish(constraints: { audio: boolean; video: boolean }): Promise<string>;
    subscribe(id: string): Promise<boolean>;
    control(action: 'pauseVideo' | 'resumeVideo' | 'pauseAudio' | 'resumeAudio'): Promise<boolean>;
    perceive(id: string): ElementReport | undefined;
    /** Calls a method of the client's manager. */
    manage(name: string, args: readonly unknown[]): Promise<boolean>;
    setAttribute(key: string, val: string): Promise<boolean>;
    destroy(): Promise<boolean>;
    shareDesktop(): Promise<string>;
    callUp(ticket: string): Promise<boolean>;
    ring(): Promise<boolean>;
    pickUp(id: string): Promise<boolean>;
    hangUp(id: string): Promise<boolean>;
    memberId(user: string): string | undefined;
    /** Windows with each tone, over all elements that play. */
    hear(): Record<number, number>;
    leave(close?: boolean): void;
  }
}

/** Errors that the clients throw by themselves, whatever the server does (wire-conference 10: "stats"). */
const OWN_FAULTS = [
  // 3.2.2 samples statistics of streams that have no connection at that moment.
  /reading '_rtcPeerConnection'/,
];

/** A page that runs a published client, unmodified, against our server from another origin. */
export class DeployedClient {
  private constructor(
    readonly page: Page,
    readonly errors: string[],
  ) {}

  /** @param pageUrl where {@link servePages} serves the client's page */
  static async open(page: Page, pageUrl: string, serverUrl: string, identity: DeployedIdentity) {
    await page.addInitScript(await pageReaderScript());
    const errors: string[] = [];
    page.on('pageerror', (error) => {
      if (!OWN_FAULTS.some((fault) => fault.test(String(error)))) errors.push(String(error));
    });
    await page.goto(pageUrl);
    await page.evaluate(() => window.lecternReader.watchAll());
    await page.evaluate(
      ([url, appKey, user, token]) => window.setup(url!, appKey!, user!, token!),
      [serverUrl, identity.appKey, identity.user, identity.token],
    );
    return new DeployedClient(page, errors);
  }

  /** @param config of a room to be, e.g. `{ confrType: 11 }` */
  joinRoom(roomName: string, password: string, role: number, config: Record<string, unknown> = {}) {
    return this.page.evaluate((options) => window.join(options), { roomName, password, role, config });
  }

  publish(constraints = { audio: true, video: true }) {
    return this.page.evaluate((wanted) => window.publish(wanted), constraints);
  }

  remoteStreams() {
    return this.page.evaluate(() => window.remoteStreams());
  }

  subscribe(id: string) {
    return this.page.evaluate((stream) => window.subscribe(stream), id);
  }

  control(action: 'pauseVideo' | 'resumeVideo' | 'pauseAudio' | 'resumeAudio') {
    return this.page.evaluate((name) => window.control(name), action);
  }

  /** Calls a method of the client's manager, such as `muteAll`. */
  manage(name: string, ...args: readonly unknown[]) {
    return this.page.evaluate(([method, values]) => window.manage(method, values), [name, args] as const);
  }

  setAttribute(key: string, val: string) {
    return this.page.evaluate(([name, value]) => window.setAttribute(name!, value!), [key, val]);
  }

  memberId(user: string) {
    return this.page.evaluate((name) => window.memberId(name), user);
  }

  /** Disbands the conference, as documented for the client. */
  destroy() {
    return this.page.evaluate(() => window.destroy());
  }

  shareDesktop() {
    return this.page.evaluate(() => window.shareDesktop());
  }

  /** Enters a P2P conference with its ticket. */
  callUp(ticket: string) {
    return this.page.evaluate((text) => window.callUp(text), ticket);
  }

  /** Offers camera and microphone in a P2P conference. */
  ring() {
    return this.page.evaluate(() => window.ring());
  }

  /** Answers the stream that the other side offers in a P2P conference. */
  pickUp(id: string) {
    return this.page.evaluate((stream) => window.pickUp(stream), id);
  }

  hangUp(id: string) {
    return this.page.evaluate((stream) => window.hangUp(stream), id);
  }

  /** Sets whether the client accepts requests to talk or to become admin. */
  decide(isGenerous: boolean) {
    return this.page.evaluate((agrees) => void (window.peers.isGenerous = agrees), isGenerous);
  }

  /** Windows with each tone so far, by number, over all elements that play. */
  hear() {
    return this.page.evaluate(() => window.hear());
  }

  /** Media received of a subscribed stream. */
  perceive(id: string): Promise<ElementReport | undefined> {
    return this.page.evaluate((stream) => window.perceive(stream), id);
  }

  events(name: string) {
    return this.page.evaluate(
      (wanted) => window.peers.events.filter((event) => event.name === wanted).map((event) => event.detail),
      name,
    );
  }

  leave(close = false) {
    return this.page.evaluate((end) => window.leave(end), close);
  }
}
