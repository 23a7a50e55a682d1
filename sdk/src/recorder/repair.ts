import type { EncodedPacket, InputTrack, InputVideoTrack, Output, StreamTargetChunk } from 'mediabunny';
import { BlobFile } from './blob-file.js';

interface Copy {
  /** Remaining packets to copy, in order. */
  readonly packets: AsyncGenerator<EncodedPacket, void, unknown>;
  next: EncodedPacket | undefined;
  write(packet: EncodedPacket): Promise<void>;
  close(): void;
}

/**
 * The library that knows the formats. It is an optional peer dependency, so that applications without recordings need
 * not install it.
 */
async function loadFormats() {
  try {
    const {
      BlobSource,
      EncodedAudioPacketSource,
      EncodedPacketSink,
      EncodedVideoPacketSource,
      Input,
      MP4,
      Mp4OutputFormat,
      Output: OutputFile,
      StreamTarget,
      WEBM,
      WebMOutputFormat,
    } = await import('mediabunny');
    return {
      BlobSource,
      EncodedAudioPacketSource,
      EncodedPacketSink,
      EncodedVideoPacketSource,
      Input,
      MP4,
      Mp4OutputFormat,
      OutputFile,
      StreamTarget,
      WEBM,
      WebMOutputFormat,
    };
  } catch (cause) {
    throw new Error(
      'the package mediabunny could not be loaded; install it (npm install mediabunny@^1.61.0), or load its script before',
      {
        cause,
      },
    );
  }
}

type Formats = Awaited<ReturnType<typeof loadFormats>>;

/** Copies one track without decoding it; undefined for a track without packets, which a file cannot hold. */
async function copyTrack(track: InputTrack, output: Output, formats: Formats): Promise<Copy | undefined> {
  const packets = new formats.EncodedPacketSink(track).packets();
  const { value: next } = await packets.next();
  if (!next) return undefined;
  const [source, decoderConfig] = await (track.isVideoTrack()
    ? copyVideo(track, output, formats)
    : copyAudio(track, output, formats));
  return {
    packets,
    next,
    write: (packet) => source.add(packet, { decoderConfig } as EncodedVideoChunkMetadata & EncodedAudioChunkMetadata),
    close: () => source.close(),
  };
}

const unknown = (kind: string): Error => new Error(`its ${kind} is in a codec that is not known`);

async function copyVideo(track: InputVideoTrack, output: Output, { EncodedVideoPacketSource }: Formats) {
  const [codec, config] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (!codec || !config) throw unknown('picture');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  return [source, config] as const;
}

async function copyAudio(track: InputTrack, output: Output, { EncodedAudioPacketSource }: Formats) {
  const [codec, config] = track.isAudioTrack() ? await Promise.all([track.getCodec(), track.getDecoderConfig()]) : [];
  if (!codec || !config) throw unknown('sound');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return [source, config] as const;
}

/**
 * Rewrites a recording with its duration and an index, so that players can seek: browsers write neither, since they do
 * not know where a recording ends. Nothing is decoded.
 *
 * @throws {Error} when the package mediabunny is not installed, or the recording has no data to copy
 */
export async function repairRecording(recording: Blob): Promise<Blob> {
  const formats = await loadFormats();
  const input = new formats.Input({ source: new formats.BlobSource(recording), formats: [formats.WEBM, formats.MP4] });
  try {
    const file = new BlobFile();
    const isMp4 = recording.type.includes('mp4');
    const target = new WritableStream<StreamTargetChunk>({
      write: ({ position, data }) => file.write(position, data.slice()),
    });
    const output = new formats.OutputFile({
      format: isMp4 ? new formats.Mp4OutputFormat() : new formats.WebMOutputFormat(),
      target: new formats.StreamTarget(target, { chunked: true }),
    });
    const copies: Copy[] = [];
    for (const track of await input.getTracks()) {
      const copy = await copyTrack(track, output, formats);
      if (copy) copies.push(copy);
    }
    if (copies.length === 0) throw new Error('nothing was recorded');
    await output.start();
    const first = Math.min(...copies.map(({ next }) => next?.timestamp ?? Infinity));
    const waiting = new Set(copies);
    // In order of time across tracks, so that the file can be played while it loads.
    for (let copy = earliest(waiting); copy?.next; copy = earliest(waiting)) {
      await copy.write(copy.next.clone({ timestamp: copy.next.timestamp - first }));
      copy.next = (await copy.packets.next()).value ?? undefined;
      if (copy.next) continue;
      copy.close();
      waiting.delete(copy);
    }
    await output.finalize();
    return file.toBlob(recording.type);
  } finally {
    input.dispose();
  }
}

function earliest(copies: Iterable<Copy>): Copy | undefined {
  let best: Copy | undefined;
  for (const copy of copies) {
    if ((copy.next?.timestamp ?? Infinity) < (best?.next?.timestamp ?? Infinity)) best = copy;
  }
  return best;
}
