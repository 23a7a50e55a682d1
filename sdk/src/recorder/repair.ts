import {
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
  type EncodedPacket,
  type InputTrack,
  type InputVideoTrack,
  type StreamTargetChunk,
} from 'mediabunny';
import { BlobFile } from './blob-file.js';

interface Copy {
  /** Its packets that are still to be copied, in order. */
  readonly packets: AsyncGenerator<EncodedPacket, void, unknown>;
  next: EncodedPacket | undefined;
  write(packet: EncodedPacket): Promise<void>;
  close(): void;
}

/** Copies one track without decoding it; undefined for a track without a packet, which no file can hold. */
async function copyTrack(track: InputTrack, output: Output): Promise<Copy | undefined> {
  const packets = new EncodedPacketSink(track).packets();
  const { value: next } = await packets.next();
  if (!next) return undefined;
  const [source, decoderConfig] = await (track.isVideoTrack() ? copyVideo(track, output) : copyAudio(track, output));
  return {
    packets,
    next,
    write: (packet) => source.add(packet, { decoderConfig } as EncodedVideoChunkMetadata & EncodedAudioChunkMetadata),
    close: () => source.close(),
  };
}

const unknown = (kind: string): Error => new Error(`its ${kind} is in a codec that is not known`);

async function copyVideo(track: InputVideoTrack, output: Output) {
  const [codec, config] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (!codec || !config) throw unknown('picture');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  return [source, config] as const;
}

async function copyAudio(track: InputTrack, output: Output) {
  const [codec, config] = track.isAudioTrack() ? await Promise.all([track.getCodec(), track.getDecoderConfig()]) : [];
  if (!codec || !config) throw unknown('sound');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return [source, config] as const;
}

/**
 * Writes a recording anew with its length and an index, so that players can jump in it: browsers write neither, since
 * they do not know where a recording ends. Nothing is decoded. Loaded on demand, with the library that knows the formats.
 */
export async function repairRecording(recording: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(recording), formats: [WEBM, MP4] });
  try {
    const file = new BlobFile();
    const isMp4 = recording.type.includes('mp4');
    const target = new WritableStream<StreamTargetChunk>({
      write: ({ position, data }) => file.write(position, data.slice()),
    });
    const output = new Output({
      format: isMp4 ? new Mp4OutputFormat() : new WebMOutputFormat(),
      target: new StreamTarget(target, { chunked: true }),
    });
    const copies: Copy[] = [];
    for (const track of await input.getTracks()) {
      const copy = await copyTrack(track, output);
      if (copy) copies.push(copy);
    }
    if (copies.length === 0) throw new Error('nothing was recorded');
    await output.start();
    const first = Math.min(...copies.map(({ next }) => next?.timestamp ?? Infinity));
    const waiting = new Set(copies);
    // In the order of time, whatever track: so the file can be played while it is loaded.
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
