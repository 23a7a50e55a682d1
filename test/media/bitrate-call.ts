import type { Page } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { createWeriftEngine } from '../../server/src/media/index.js';
import { eventually } from '../support/eventually.js';

type Engine = ReturnType<typeof createWeriftEngine>;

declare global {
  /** The engine, from inside the page. */
  var publishTo: (offer: string) => Promise<string>;
  var subscribeTo: (offer: string) => Promise<string>;
  var call: { readonly outgoing: RTCPeerConnection; readonly incoming: RTCPeerConnection };
}

const HELD_FRAMES = 30;

/** Statistics and limits of the publisher's encoder. */
interface Sending {
  readonly framesEncoded: number;
  readonly frameWidth: number;
  /** Estimated bandwidth of the network, in bit/s. */
  readonly estimate: number;
  /** The lower of the estimate and the encoder's target at full frame size, in bit/s; 0 while frames are smaller. */
  readonly allowed: number;
}

export interface BitrateCallOptions {
  readonly codec: 'VP8' | 'H264';
  /** Unique among the calls of an engine. */
  readonly id: string;
  /** Initial bandwidth estimate of the publisher, in kbit/s; defaults to that of the engine. */
  readonly startKbits?: number;
}

/** An empty page on a secure origin, which cameras need. */
export class BlankSite {
  static async start(): Promise<BlankSite> {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<video muted autoplay>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new BlankSite(server);
  }

  private constructor(private readonly server: Server) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A camera of 1280x720 in a page, which publishes to the bare media engine and subscribes to itself. */
export class BitrateCall {
  static async open(page: Page, url: string, engine: Engine, options: BitrateCallOptions): Promise<BitrateCall> {
    const { codec, id, startKbits } = options;
    const ids = { roomId: 'room', sourceId: `source-${id}` };
    await page.exposeFunction('publishTo', async (offer: string) => {
      const transportId = `${id}-out`;
      const { answer, videoCodec } = await engine.publish({ ...ids, transportId, offer, videoCodecs: ['VP8', 'H264'] });
      if (videoCodec !== codec) throw new Error(`published in ${videoCodec}, not in ${codec}`);
      const start = /x-google-start-bitrate=\d+/g;
      if (!start.test(answer)) throw new Error('the answer does not say where the estimate begins');
      return startKbits === undefined ? answer : answer.replaceAll(start, `x-google-start-bitrate=${startKbits}`);
    });
    await page.exposeFunction('subscribeTo', async (offer: string) => {
      const wanted = { audio: true, video: true };
      return (await engine.subscribe({ ...ids, transportId: `${id}-in`, offer, wanted })).answer;
    });
    await page.goto(url);
    await page.evaluate(publish, codec);
    await page.evaluate(subscribe);
    return new BitrateCall(page, performance.now());
  }

  private constructor(
    private readonly page: Page,
    private readonly answeredAt: number,
  ) {}

  /**
   * Waits until the encoder may spend more than `bitrate` and keeps it while it encodes some frames, since feedback that is
   * wrong may bring it there for a moment.
   *
   * @returns how long after the answers that began, in ms
   */
  async reaches(bitrate: number): Promise<number> {
    let since: (Sending & { readonly at: number }) | undefined;
    await eventually(
      `the encoder being allowed ${bitrate} bit/s for ${HELD_FRAMES} frames`,
      async () => {
        const now = await this.page.evaluate(readSending);
        since = now.allowed > bitrate ? (since ?? { ...now, at: performance.now() }) : undefined;
        return { ...now, held: now.framesEncoded - (since?.framesEncoded ?? now.framesEncoded) };
      },
      ({ held }) => held >= HELD_FRAMES,
    );
    return since!.at - this.answeredAt;
  }

  /** Frame size of the received video, and the number of decoded frames. */
  receiving(): Promise<{ readonly width: number; readonly height: number; readonly framesDecoded: number }> {
    return this.page.evaluate(readReceiving);
  }
}

// The functions below run in the page.

async function publish(codec: string): Promise<void> {
  const media = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 1280, height: 720 } });
  const outgoing = new RTCPeerConnection();
  for (const track of media.getTracks()) outgoing.addTrack(track, media);
  const video = outgoing.getTransceivers().find((entry) => entry.sender.track?.kind === 'video');
  const all = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
  const first = all.filter((entry) => entry.mimeType === `video/${codec}`);
  video?.setCodecPreferences([...first, ...all.filter((entry) => !first.includes(entry))]);
  // Full size from the start, so that it is the bitrate that is measured.
  const parameters = video?.sender.getParameters();
  if (parameters !== undefined) {
    await video?.sender.setParameters({ ...parameters, degradationPreference: 'maintain-resolution' });
  }
  await outgoing.setLocalDescription();
  await outgoing.setRemoteDescription({
    type: 'answer',
    sdp: await globalThis.publishTo(outgoing.localDescription?.sdp ?? ''),
  });
  globalThis.call = { outgoing, incoming: new RTCPeerConnection() };
}

async function subscribe(): Promise<void> {
  const { incoming } = globalThis.call;
  incoming.addTransceiver('audio', { direction: 'recvonly' });
  incoming.addTransceiver('video', { direction: 'recvonly' });
  incoming.addEventListener('track', ({ track, streams }) => {
    const element = document.querySelector('video');
    if (track.kind === 'video' && element !== null) element.srcObject = streams[0] ?? null;
  });
  await incoming.setLocalDescription();
  await incoming.setRemoteDescription({
    type: 'answer',
    sdp: await globalThis.subscribeTo(incoming.localDescription?.sdp ?? ''),
  });
}

async function readSending(): Promise<Sending> {
  let [estimate, target, framesEncoded, frameWidth] = [0, 0, 0, 0];
  for (const entry of (await globalThis.call.outgoing.getStats()).values()) {
    // If several pairs are nominated, only the one in use has an estimate.
    if (entry.type === 'candidate-pair') estimate = entry.availableOutgoingBitrate ?? estimate;
    if (entry.type === 'outbound-rtp' && entry.kind === 'video') {
      framesEncoded = entry.framesEncoded ?? 0;
      frameWidth = entry.frameWidth ?? 0;
      target = entry.targetBitrate ?? 0;
    }
  }
  return { framesEncoded, frameWidth, estimate, allowed: frameWidth === 1280 ? Math.min(estimate, target) : 0 };
}

async function readReceiving(): Promise<{ width: number; height: number; framesDecoded: number }> {
  const element = document.querySelector('video');
  const [width, height] = [element?.videoWidth ?? 0, element?.videoHeight ?? 0];
  for (const entry of (await globalThis.call.incoming.getStats()).values()) {
    const stats = entry as RTCInboundRtpStreamStats;
    if (stats.type === 'inbound-rtp' && stats.kind === 'video') {
      return { width, height, framesDecoded: stats.framesDecoded ?? 0 };
    }
  }
  return { width, height, framesDecoded: 0 };
}
