import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../testing/clock.js';
import { FakeElement, FakeMediaStream, FakeTrack } from '../testing/media.js';
import type { AudioPage } from './audio-stage.js';
import { SOUND_METER_SAMPLES } from './constants.js';
import { METER_WORKLET } from './meter-worklet.js';
import { TalkingDetector } from './sound-level.js';
import { SoundMeter, type SoundMeterOptions } from './sound-meter.js';

/** A page whose audio the test controls. */
class FakeAudioPage implements AudioPage {
  readonly contexts: FakeContext[] = [];
  readonly nodes: FakeNode[] = [];
  readonly elements: FakeElement[] = [];
  readonly published: string[] = [];
  /** Result of `addModule`. */
  loading: Promise<void> | undefined = Promise.resolve();
  state: AudioContextState = 'running';
  /** Number of calls of `resume`. */
  resumed = 0;
  /** Error thrown for a track that cannot be measured. */
  refusal: DOMException | undefined;
  /** Samples that an analyser returns. */
  samples = 0;

  createContext(): AudioContext {
    const context = new FakeContext(this);
    this.contexts.push(context);
    return context as unknown as AudioContext;
  }

  createWorkletNode(): AudioWorkletNode {
    const node = new FakeNode();
    this.nodes.push(node);
    return node as unknown as AudioWorkletNode;
  }

  createStream(tracks: readonly MediaStreamTrack[]): MediaStream {
    return new FakeMediaStream(tracks as unknown as FakeTrack[]) as unknown as MediaStream;
  }

  createElement(): HTMLAudioElement {
    const element = new FakeElement();
    this.elements.push(element);
    return element.asElement as HTMLAudioElement;
  }

  isActivated(): boolean {
    return this.state === 'running';
  }

  publish(text: string) {
    this.published.push(text);
    return { url: 'blob:meter', revoke: () => void this.published.pop() };
  }

  /** Delivers a window of the newest node. */
  hear(meanSquare: number, clip = 0): void {
    this.nodes.at(-1)?.port.onmessage?.({ data: [meanSquare, clip] });
  }
}

class FakeNode {
  readonly posted: unknown[] = [];
  readonly inputs: unknown[] = [];
  isConnected = true;
  readonly port = {
    onmessage: null as ((event: { readonly data: unknown }) => void) | null,
    postMessage: (message: unknown) => this.posted.push(message),
  };

  disconnect(): void {
    this.isConnected = false;
  }
}

class FakeContext {
  state: AudioContextState;
  isClosed = false;
  readonly sources: { readonly track: unknown; connectedTo: unknown }[] = [];
  readonly modules: string[] = [];
  readonly audioWorklet: unknown;
  readonly #page: FakeAudioPage;

  constructor(page: FakeAudioPage) {
    this.#page = page;
    this.state = page.state;
    const addModule = (url: string) => (this.modules.push(url), page.loading);
    this.audioWorklet = page.loading && { addModule };
  }

  createMediaStreamSource(stream: MediaStream) {
    if (this.#page.refusal) throw this.#page.refusal;
    const source = {
      track: stream.getTracks()[0] as unknown,
      connectedTo: undefined as unknown,
      connect: (node: unknown) => void (source.connectedTo = node),
      disconnect: () => void (source.connectedTo = undefined),
    };
    this.sources.push(source);
    return source;
  }

  createAnalyser() {
    return {
      fftSize: 0,
      disconnect: () => undefined,
      getFloatTimeDomainData: (into: Float32Array) => into.fill(this.#page.samples),
    };
  }

  resume(): Promise<void> {
    this.#page.resumed += 1;
    this.state = this.#page.state;
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

const setUp = async (options: SoundMeterOptions = {}, page = new FakeAudioPage()) => {
  const clock = new FakeClock();
  const track = new FakeTrack('audio');
  const media = new FakeMediaStream([new FakeTrack('video'), track]);
  const meter = new SoundMeter(media as unknown as MediaStream, { page, clock, ...options });
  const heard: unknown[] = [];
  meter.on('level', ({ instant }) => heard.push(instant));
  meter.on('talkingChanged', (isTalking) => heard.push(isTalking));
  await settle();
  return { page, clock, track, media, meter, heard };
};

describe('the sound meter', () => {
  it('tells how loud each window is, how it fades, and what is clipped', async () => {
    const { page, meter, heard } = await setUp();
    expect(page.contexts[0]?.sources[0]?.connectedTo).toBe(page.nodes[0]);
    page.hear(0.25, 0.5);
    expect(meter.level).toEqual({ instant: 0.5, slow: expect.closeTo(0.025), clip: 0.5 });
    page.hear(0);
    expect(meter.level).toEqual({ instant: 0, slow: expect.closeTo(0.02375), clip: 0 });
    expect(heard).toEqual([0.5, true, 0]);
  });

  it('plays the sound unheard, without which Chromium gives none of other members', async () => {
    const { page, track, meter } = await setUp();
    const [element] = page.elements;
    expect([element?.muted, element?.srcObject?.getTracks()]).toEqual([true, [track]]);
    meter.close();
    expect(element?.srcObject).toBeNull();
  });

  it('follows a stream whose track is replaced, and is silent while there is none', async () => {
    const { page, clock, track, media, meter, heard } = await setUp();
    page.hear(0.25);
    track.stop();
    await clock.advance(400);
    expect([meter.level.instant, meter.isTalking, page.nodes[0]?.posted]).toEqual([0, false, ['close']]);
    page.hear(0.25);
    expect(meter.level.instant).toBe(0);
    const next = new FakeTrack('audio');
    media.addTrack(next);
    await clock.advance(400);
    expect(page.contexts[0]?.sources.at(-1)?.track).toBe(next);
    page.hear(0.01);
    expect(heard).toEqual([0.5, true, 0, false, 0.1, true]);
  });

  it('measures less often where there are no worklets, or where the page forbids them', async () => {
    for (const load of [() => undefined, () => Promise.reject(new DOMException('policy', 'AbortError'))]) {
      const page = new FakeAudioPage();
      page.loading = load();
      const { clock, meter } = await setUp({}, page);
      page.samples = -0.5;
      await clock.advance(400);
      expect(meter.level.instant).toBe(0.5);
      expect([page.nodes, page.published]).toEqual([[], []]);
      meter.close();
      expect(clock.pendingTimers).toBe(0);
    }
  });

  it('takes the worklet from where the application serves it', async () => {
    const { page } = await setUp({ workletUrl: '/meter.js' });
    expect([page.contexts[0]?.modules, page.published]).toEqual([['/meter.js'], []]);
  });

  it('waits for the gesture that the browser wants', async () => {
    const page = new FakeAudioPage();
    page.state = 'suspended';
    const { meter, clock } = await setUp({}, page);
    await clock.advance(400);
    expect([meter.isBlocked, page.resumed]).toEqual([true, 1]);
    page.state = 'running';
    await clock.advance(400);
    expect([meter.isBlocked, page.resumed]).toEqual([false, 2]);
    page.contexts[0]!.state = 'suspended';
    await meter.resume();
    expect(meter.isBlocked).toBe(false);
  });

  it('is silent for a track that the browser does not measure, and goes on with the next one', async () => {
    const page = new FakeAudioPage();
    page.refusal = new DOMException('another rate', 'NotSupportedError');
    const { meter, clock, track, media } = await setUp({}, page);
    await clock.advance(800);
    expect([meter.level.instant, page.nodes]).toEqual([0, []]);
    page.refusal = undefined;
    track.stop();
    media.addTrack(new FakeTrack('audio'));
    await clock.advance(400);
    page.hear(0.25);
    expect(meter.level.instant).toBe(0.5);
  });

  it('is silent when the system takes the sound away', async () => {
    const { page, clock, meter } = await setUp();
    page.hear(0.25);
    page.state = page.contexts[0]!.state = 'suspended';
    await clock.advance(400);
    expect([meter.level.instant, meter.isTalking]).toEqual([0, false]);
  });

  it('shares one context with all others of the page, and leaves nothing', async () => {
    const page = new FakeAudioPage();
    const one = await setUp({}, page);
    const two = await setUp({}, page);
    expect([page.contexts.length, page.contexts[0]?.modules]).toEqual([1, ['blob:meter']]);
    one.meter.close();
    one.meter.close();
    expect(page.contexts[0]?.isClosed).toBe(false);
    two.meter.close();
    expect(page.contexts[0]?.isClosed).toBe(true);
    expect([one.clock.pendingTimers, two.clock.pendingTimers]).toEqual([0, 0]);
    expect(page.nodes.map(({ isConnected }) => isConnected)).toEqual([false, false]);
    expect([one.track.readyState, page.published]).toEqual(['live', []]);
    // The next meter opens another context.
    await setUp({}, page);
    expect(page.contexts).toHaveLength(2);
  });

  it('may be closed before its worklet is loaded', async () => {
    const page = new FakeAudioPage();
    let load: () => void = () => undefined;
    page.loading = new Promise((resolve) => (load = resolve));
    const { meter, clock } = await setUp({}, page);
    meter.close();
    load();
    await settle();
    expect([page.contexts[0]?.sources[0]?.connectedTo, clock.pendingTimers]).toEqual([undefined, 0]);
    expect(page.nodes).toEqual([]);
  });

  it('measures a track that was replaced before the worklet was loaded no more', async () => {
    const page = new FakeAudioPage();
    let load: () => void = () => undefined;
    page.loading = new Promise((resolve) => (load = resolve));
    const { clock, track, media } = await setUp({}, page);
    track.stop();
    media.addTrack(new FakeTrack('audio'));
    await clock.advance(400);
    load();
    await settle();
    expect(page.nodes).toHaveLength(1);
    expect(page.contexts[0]?.sources.map(({ connectedTo }) => connectedTo)).toEqual([undefined, page.nodes[0]]);
  });
});

describe('talking', () => {
  it('begins at 0.05, and ends after 400 ms of less', () => {
    const detector = new TalkingDetector();
    const at = (instant: number, now: number) => detector.isTalking({ instant, slow: 0, clip: 0 }, now);
    expect([at(0.049, 0), at(0.05, 10), at(0, 409), at(0, 410)]).toEqual([false, true, true, false]);
  });

  it('begins where the application says', async () => {
    const { page, meter } = await setUp({ threshold: 0.6, holdMs: 0 });
    page.hear(0.25);
    expect(meter.isTalking).toBe(false);
  });
});

describe('the worklet', () => {
  const run = () => {
    const posted: number[][] = [];
    interface Processor {
      readonly port: { onmessage?: () => void };
      process(inputs: Float32Array[][]): boolean;
    }
    let created: new () => Processor = class {
      readonly port = {};
      process = () => false;
    };
    runInNewContext(METER_WORKLET, {
      registerProcessor: (name: string, processor: new () => Processor) => {
        expect(name).toBe('lectern-sound-meter');
        created = processor;
      },
      AudioWorkletProcessor: class {
        port = { postMessage: (window: number[]) => posted.push([...window]) };
      },
    });
    return { posted, processor: new created() };
  };

  it('adds up 2048 samples, whatever the size of the blocks', () => {
    const { posted, processor } = run();
    const block = new Float32Array(100).fill(0.5);
    for (let at = 0; at < SOUND_METER_SAMPLES - 100; at += 100) expect(processor.process([[block]])).toBe(true);
    expect(posted).toEqual([]);
    processor.process([[block]]);
    expect(posted).toEqual([[0.25, 0]]);
    for (let at = 0; at < SOUND_METER_SAMPLES; at += 128) processor.process([[new Float32Array(128).fill(-1)]]);
    // The rest of the previous block is included.
    expect(posted[1]?.[1]).toBeCloseTo(1 - 52 / SOUND_METER_SAMPLES);
  });

  it('hears silence while nothing is connected, and ends when it is told to', () => {
    const { posted, processor } = run();
    for (let at = 0; at < SOUND_METER_SAMPLES; at += 128) processor.process([[]]);
    expect(posted).toEqual([[0, 0]]);
    processor.port.onmessage?.();
    expect(processor.process([[]])).toBe(false);
  });
});
