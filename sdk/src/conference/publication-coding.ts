import { choosePublishCodec, withBitrates, withDtx, type Bitrates } from '../link/codecs.js';
import type { SectionSource } from '../link/carrier.js';
import { preparePublish } from '../link/plan.js';
import { layersOf } from '../link/layers.js';
import { CAPABILITY_LAYERS, StreamType } from '../protocol/index.js';
import type { ConferenceContext } from './context.js';
import type { PublishOptions } from './types.js';

/** Codecs and bit rates of a publication (spec §3, §4). */
export class PublicationCoding {
  readonly bitrates: Bitrates;
  readonly #context: ConferenceContext;
  readonly #isMixer: boolean;
  readonly #isDesktop: boolean;
  /** Codecs that the last switch requested (spec §3: optimalVideoCodecs). */
  #optimal: readonly string[] = [];
  /** Codecs that the last offer preferred. */
  #offered: readonly string[] = [];

  constructor(context: ConferenceContext, options: PublishOptions & { readonly type: StreamType }) {
    const { maxAudioBitrate, maxVideoBitrate } = context.policy;
    const { type, audioBitrate = maxAudioBitrate, videoBitrate = maxVideoBitrate } = options;
    this.#context = context;
    this.#isMixer = type === StreamType.AudioMixer;
    this.#isDesktop = type === StreamType.Desktop;
    this.bitrates = { audio: audioBitrate, video: videoBitrate };
  }

  /** Video codecs, best first. */
  codecs(): readonly string[] {
    const { members, videoCodecs } = this.#context;
    if (this.#optimal.length > 0) return this.#optimal;
    const codec = choosePublishCodec(videoCodecs(), members.allCodecs());
    return codec === undefined ? [] : [codec];
  }

  prepare(pc: SectionSource, media: MediaStream): void {
    const { platform, policy } = this.#context;
    this.#offered = this.codecs();
    const codecs = { audio: policy.forceAudioCodecs, video: this.#offered };
    const isLayered = !this.#isDesktop && this.#context.isGranted(CAPABILITY_LAYERS);
    preparePublish(pc, platform, media, codecs, this.#isMixer, isLayered ? layersOf : undefined);
  }

  readonly adjustAnswer = (sdp: string): string => withBitrates(withDtx(sdp), this.bitrates);

  /**
   * Sets the codecs that the next offer prefers. Returns false if codecs are forced, or if the last offer preferred
   * these already.
   */
  switchTo(codecs: readonly string[]): boolean {
    const { platform, policy } = this.#context;
    const own = platform.videoCodecs();
    const usable = codecs.filter((codec) => own.includes(codec));
    if (policy.forceVideoCodecs || usable.length === 0 || usable[0] === this.#offered[0]) return false;
    this.#optimal = usable;
    return true;
  }
}
