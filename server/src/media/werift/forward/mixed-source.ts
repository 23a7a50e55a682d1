import { MediaError, type MediaKinds } from '../../engine.js';
import { Mix, type Speaker } from '../../mixer/index.js';
import type { CachedPacket } from '../rtp/cache.js';
import type { PeerEnvironment } from '../transport/peer.js';
import type { MediaFeed } from './feed.js';
import { MIX_CODEC, MixFeed } from './mix-feed.js';
import type { Publication } from './publication.js';
import type { Feeder, Source, SourceTap } from './source.js';

/** Adds a source's audio to a mix. */
class VoiceTap implements SourceTap {
  readonly needsKeyframe = false;

  constructor(
    private readonly mix: Mix,
    readonly speaker: Speaker,
    private readonly onClosed: () => void,
  ) {}

  packet({ kind, run }: MediaFeed, packet: CachedPacket): void {
    if (kind === 'audio') this.speaker.put(run, packet, this.mix.now());
  }

  forwarded({ audio }: MediaKinds): void {
    this.speaker.setMuted(!audio);
  }

  closed(): void {
    this.onClosed();
  }
}

/** A mix, and its source for subscriptions. */
export class MixedSource {
  readonly #mix: Mix;
  readonly #voices = new Map<Source, VoiceTap>();

  constructor(source: Source, environment: PeerEnvironment) {
    const { clock } = environment;
    this.#mix = new Mix({
      now: () => performance.now(),
      after: (delayMs, callback) => clock.after(delayMs, callback),
    });
    const feeder: Feeder = {
      generation: 0,
      codec: (kind) => (kind === 'audio' ? MIX_CODEC : undefined),
      requestKeyframe: () => undefined,
    };
    source.adopt(feeder);
    const feed = new MixFeed(clock);
    this.#mix.listen({
      get isListening() {
        return source.isFollowed;
      },
      deliver: (packet) => source.receive(feed, feed.take(packet), feeder),
    });
  }

  /** Adds the source's audio to the mix, and sends the audio of the others to the publication. */
  join(source: Source, publication: Publication, csrc: number): void {
    let voice = this.#voices.get(source);
    if (voice === undefined) {
      voice = new VoiceTap(this.#mix, this.#mix.addSpeaker(csrc), () => this.leave(source));
      this.#voices.set(source, voice);
      source.addTap(voice);
    }
    voice.speaker.csrc = csrc;
    publication.hear(this.#mix, voice.speaker);
  }

  /** Removes the source's audio. Idempotent. */
  leave(source: Source): void {
    const voice = this.#voices.get(source);
    if (voice === undefined) return;
    this.#voices.delete(source);
    source.removeTap(voice);
    this.#mix.removeSpeaker(voice.speaker);
  }

  close(): void {
    for (const source of [...this.#voices.keys()]) this.leave(source);
    this.#mix.close();
  }
}

export function noMix(mixId: string): MediaError {
  return new MediaError('no-source', `there is no mix ${mixId}; open it first, and do not remove it while it is used`);
}
