import { ConferenceType, Role, StreamType } from '../protocol/index.js';
import {
  argumentError,
  audienceError,
  mixedAudioError,
  noMediaError,
  repeatError,
  requireOpen,
  stateError,
  type ConferenceContext,
} from './context.js';
import type { PublishOptions } from './types.js';

const TYPES: readonly number[] = Object.values(StreamType);

/** @throws {LecternError} for codecs or bit rates that are not supported. */
function checkCoding({ policy, platform }: ConferenceContext, options: PublishOptions): void {
  const { forceVideoCodecs: forced, maxAudioBitrate, maxVideoBitrate } = policy;
  const { audioBitrate, videoBitrate } = options;
  const own = platform.videoCodecs();
  if (forced && !forced.some((codec) => own.includes(codec))) {
    throw argumentError(`forceVideoCodecs names none of the codecs that are here: use ${own.join(', ')}`);
  }
  const rates = { maxAudioBitrate, maxVideoBitrate, audioBitrate, videoBitrate };
  for (const [name, rate] of Object.entries(rates)) {
    if (rate !== undefined && !(rate > 0 && Number.isFinite(rate))) {
      throw argumentError(`${name} must be a number of kbit/s above 0`);
    }
  }
}

/**
 * Checks that this may be published, given its type and the types already published. No device is opened before.
 * @throws {LecternError} if not.
 */
export function checkPublication(
  context: ConferenceContext,
  options: PublishOptions,
  type: StreamType,
  present: readonly StreamType[],
): void {
  const { store, policy } = context;
  requireOpen(store.now);
  if (typeof options !== 'object' || options === null)
    throw argumentError('the options of publish must be an object', 'require pubS');
  if (!TYPES.includes(type)) throw argumentError('the type of a stream is 0, 1 or 2', 'Unspported pubS');
  if (store.now.role === Role.Audience) throw audienceError();
  const { media, audio = true, video = true } = options;
  const isDesktop = type === StreamType.Desktop;
  const isMixer = type === StreamType.AudioMixer;
  if (isMixer && store.now.type === ConferenceType.P2p) throw stateError('P2P not allow audio-mixer stream');
  if (store.now.type === ConferenceType.P2p) {
    throw stateError('nothing is published in a P2P conference: call with P2pCall of @lectern/rtc/p2p');
  }
  if (present.includes(type) && !(isMixer && policy.allowRepeatMixerPublish)) throw repeatError(type);
  if (media && !media.active)
    throw argumentError('the media to publish have ended: open them again', 'stream non-active');
  if (!media && (isDesktop || (!audio && !video))) throw noMediaError();
  if (isDesktop && store.now.isMixed && media?.getTracks().some(({ kind }) => kind === 'audio')) {
    throw mixedAudioError();
  }
  checkCoding(context, options);
}
