import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeClock, settle } from '../testing/clock.js';
import { FakeMediaStream, FakeTrack } from '../testing/media.js';
import { recordingType, StreamRecorder } from './recorder.js';
import type { RecorderConstructor, RecorderOptions } from './types.js';

/** The browser's recorder, controlled by the test. */
class FakeRecorder {
  static supported: readonly string[] = ['video/webm;codecs=vp9,opus', 'audio/webm'];
  static refusal: string | undefined;
  static all: FakeRecorder[] = [];
  static isTypeSupported = (type: string): boolean => FakeRecorder.supported.includes(type);
  state: RecordingState = 'inactive';
  sliceMs: number | undefined;
  readonly log: string[] = [];
  readonly mimeType: string;
  ondataavailable: ((event: { readonly data: Blob }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  onstop: (() => void) | null = null;

  constructor(
    readonly media: MediaStream,
    readonly options: MediaRecorderOptions,
  ) {
    if (FakeRecorder.refusal !== undefined) throw new DOMException('fake', FakeRecorder.refusal);
    this.mimeType = `${options.mimeType} chosen`;
    FakeRecorder.all.push(this);
  }

  start(sliceMs?: number): void {
    this.sliceMs = sliceMs;
    this.state = 'recording';
  }

  pause(): void {
    this.#become('paused');
  }

  resume(): void {
    this.#become('recording');
  }

  #become(state: RecordingState): void {
    if (this.state === 'inactive') throw new DOMException('fake', 'InvalidStateError');
    this.state = state;
  }

  stop(last = 'end'): void {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.give(last);
      this.onstop?.();
    });
  }

  give(text: string): void {
    this.ondataavailable?.({ data: new Blob([text]) });
  }
}

afterEach(() => {
  FakeRecorder.all = [];
  FakeRecorder.supported = ['video/webm;codecs=vp9,opus', 'audio/webm'];
  FakeRecorder.refusal = undefined;
});

const setUp = (options: RecorderOptions = {}, kinds: readonly ('audio' | 'video')[] = ['audio', 'video']) => {
  const clock = new FakeClock();
  const tracks = kinds.map((kind) => new FakeTrack(kind));
  const media = new FakeMediaStream(tracks) as unknown as MediaStream;
  const recorder = new StreamRecorder(media, {
    recorder: FakeRecorder as unknown as RecorderConstructor,
    repair: async (raw) => new Blob(['repaired ', raw], { type: raw.type }),
    clock,
    ...options,
  });
  const states: string[] = [];
  recorder.on('stateChanged', (state) => states.push(state));
  return { clock, tracks, media, recorder, states };
};

const only = (): FakeRecorder => FakeRecorder.all[0]!;

describe('a recording', () => {
  it('is one file of all its parts, repaired, with the time that was recorded', async () => {
    const { recorder, clock, states } = setUp({ videoBitrate: 800, audioBitrate: 32 });
    recorder.start();
    expect(only().options).toEqual({
      mimeType: 'video/webm;codecs=vp9,opus',
      videoBitsPerSecond: 800_000,
      audioBitsPerSecond: 32_000,
    });
    expect(only().sliceMs).toBe(1_000);
    only().give('one ');
    await clock.advance(3_000);
    expect(recorder.state.getSnapshot()).toEqual({
      state: 'recording',
      mimeType: 'video/webm;codecs=vp9,opus chosen',
      bytes: 4,
    });
    const recording = await recorder.stop();
    expect(await recording.blob.text()).toBe('repaired one end');
    expect(recording).toMatchObject({
      mimeType: 'video/webm;codecs=vp9,opus chosen',
      durationMs: 3_000,
      isSeekable: true,
      error: undefined,
    });
    expect(await recorder.stop()).toBe(recording);
    expect(states).toEqual(['recording', 'finishing', 'finished']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves out its pauses', async () => {
    const { recorder, clock, states } = setUp();
    recorder.start();
    await clock.advance(1_000);
    recorder.pause();
    expect(only().state).toBe('paused');
    await clock.advance(60_000);
    expect(recorder.durationMs).toBe(1_000);
    recorder.resume();
    await clock.advance(500);
    expect([only().state, recorder.durationMs]).toEqual(['recording', 1_500]);
    recorder.pause();
    await clock.advance(500);
    expect((await recorder.stop()).durationMs).toBe(1_500);
    expect(states).toEqual(['recording', 'paused', 'recording', 'paused', 'finishing', 'finished']);
  });

  it('ends by itself with its stream, and is whole', async () => {
    const { recorder } = setUp();
    const finished = vi.fn();
    recorder.on('finished', finished);
    recorder.start();
    only().stop('last');
    const recording = await recorder.finished;
    expect(await recording.blob.text()).toBe('repaired last');
    expect(finished).toHaveBeenCalledExactlyOnceWith(recording);
    expect(recorder.state.getSnapshot().state).toBe('finished');
  });

  it('keeps what it has when the browser fails, and says why', async () => {
    const { recorder } = setUp();
    recorder.start();
    only().give('rescued ');
    only().onerror?.({ error: new DOMException('a track was added', 'InvalidModificationError') });
    only().stop('');
    const recording = await recorder.finished;
    expect(await recording.blob.text()).toBe('repaired rescued ');
    expect(recording.error).toMatchObject({ reason: 'media', message: 'recording failed: a track was added' });
  });

  it('is given as it is when it can not be repaired', async () => {
    const { recorder } = setUp({ repair: () => Promise.reject(new Error('no code')) });
    recorder.start();
    const recording = await recorder.stop();
    expect(await recording.blob.text()).toBe('end');
    expect(recording.isSeekable).toBe(false);
    expect(recording.error?.message).toBe('the recording could not be made seekable: no code');
  });

  it('of nothing says so', async () => {
    const { recorder } = setUp();
    recorder.start();
    only().stop('');
    const { blob, isSeekable, error } = await recorder.finished;
    expect([blob.size, isSeekable]).toEqual([0, false]);
    expect(error?.message).toBe('nothing was recorded: it ended, or was paused, before the first frame came');
  });

  it('is thrown away by close, also while it is repaired; the stream goes on', async () => {
    let repaired: (blob: Blob) => void = () => undefined;
    const { recorder, tracks } = setUp({ repair: () => new Promise((resolve) => (repaired = resolve)) });
    recorder.start();
    const stopped = recorder.stop();
    const rejected = expect(stopped).rejects.toMatchObject({ reason: 'closed' });
    await settle();
    recorder.close();
    recorder.close();
    repaired(new Blob([]));
    await rejected;
    expect(recorder.state.getSnapshot().state).toBe('closed');
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live']);
    const other = setUp().recorder;
    other.start();
    other.close();
    expect(FakeRecorder.all.map(({ state }) => state)).toEqual(['inactive', 'inactive']);
    await expect(other.stop()).rejects.toMatchObject({ reason: 'closed' });
  });

  it('is waited for until the caller gives up, and goes on then', async () => {
    const { recorder } = setUp();
    recorder.start();
    await expect(recorder.stop({ signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' });
    expect((await recorder.finished).isSeekable).toBe(true);
  });
});

describe('the type of a recording', () => {
  const type = (supported: readonly string[], hasPicture = true, hasSound = false): string => {
    FakeRecorder.supported = supported;
    return recordingType(hasPicture, hasSound, FakeRecorder as unknown as RecorderConstructor);
  };

  it('falls back from vp9 to vp8 to plain webm, and to MP4 where there is no WebM', () => {
    const all = ['video/mp4', 'video/webm', 'video/webm;codecs=vp8', 'video/webm;codecs=vp9'];
    const found = [4, 3, 2, 1].map((count) => type(all.slice(0, count)));
    expect(found).toEqual(['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4']);
    expect(() => type([])).toThrow('this browser writes neither WebM nor MP4');
  });

  it('names a codec for the sound, without which Firefox records none beside a picture', () => {
    const firefox = ['video/webm;codecs=vp8', 'video/webm;codecs=vp8,opus', 'video/webm'];
    expect([type(firefox, true, true), type(firefox, true, false)]).toEqual(firefox.slice(0, 2).reverse());
    expect(type(['video/webm'], true, true)).toBe('video/webm');
    FakeRecorder.supported = firefox;
    setUp().recorder.start();
    setUp({}, ['video']).recorder.start();
    expect(FakeRecorder.all.map(({ options }) => options.mimeType)).toEqual(firefox.slice(0, 2).reverse());
  });

  it('is one of sound alone where there is no picture', () => {
    expect(type(['video/webm', 'audio/webm'], false, true)).toBe('audio/webm');
    setUp({}, ['audio']).recorder.start();
    expect(only().options.mimeType).toBe('audio/webm');
  });
});

describe('nothing is recorded, and nothing changes,', () => {
  it.each([
    ['of a stream without tracks', [], {}, 'invalid-argument'],
    ['in a type that the browser does not write', ['video'], { mimeType: 'video/ogg' }, 'unsupported'],
  ] as const)('%s', (_, kinds, options, reason) => {
    const { recorder } = setUp(options, kinds);
    expect(() => recorder.start()).toThrow(expect.objectContaining({ reason }));
    expect(recorder.state.getSnapshot().state).toBe('idle');
  });

  it('of a stream that has ended, or when the browser refuses; later it may', () => {
    const { recorder, tracks } = setUp();
    FakeRecorder.refusal = 'NotSupportedError';
    expect(() => recorder.start()).toThrow(expect.objectContaining({ reason: 'media', code: -201 }));
    FakeRecorder.refusal = undefined;
    recorder.start();
    expect(recorder.state.getSnapshot().state).toBe('recording');
    for (const track of tracks) track.stop();
    const over = new StreamRecorder(new FakeMediaStream(tracks) as unknown as MediaStream, {
      recorder: FakeRecorder as unknown as RecorderConstructor,
    });
    expect(() => over.start()).toThrow('the stream has ended, or is empty: there is nothing to record');
  });

  it('out of turn', async () => {
    const { recorder } = setUp();
    const refused = expect.objectContaining({ reason: 'invalid-state' });
    expect(() => recorder.pause()).toThrow(refused);
    expect(() => recorder.resume()).toThrow(refused);
    await expect(recorder.stop()).rejects.toEqual(refused);
    recorder.start();
    expect(() => recorder.start()).toThrow(refused);
    expect(() => recorder.resume()).toThrow(refused);
    expect(FakeRecorder.all).toHaveLength(1);
    // The stream has ended, and no event was emitted yet.
    only().stop('all of it');
    expect(() => recorder.pause()).toThrow(refused);
    expect(await (await recorder.finished).blob.text()).toBe('repaired all of it');
  });

  it('of an element without a stream; one with a stream is recorded', () => {
    const element = (srcObject: unknown) => ({ srcObject }) as HTMLVideoElement;
    expect(() => new StreamRecorder(element(null))).toThrow('the element shows no stream: attach one first');
    const { media } = setUp();
    const recorder = new StreamRecorder(element(media), { recorder: FakeRecorder as unknown as RecorderConstructor });
    recorder.start();
    expect(only().media).toBe(media);
  });
});
