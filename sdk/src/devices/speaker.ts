import { conferencePort } from '../conference/port.js';
import type { Conference } from '../conference/types.js';
import { LecternError } from '../core/errors.js';
import { IntentQueue } from '../core/intent-queue.js';
import { SOUND_OUTPUT, type SoundOutput, type SoundSource } from '../media/sound-output.js';
import type { Platform } from '../platform/types.js';

interface Output {
  readonly sound: SoundOutput;
  readonly platform: Pick<Platform, 'createAudioElement'>;
}

/** Choices of one output, one after the other. */
const queues = new WeakMap<SoundOutput, IntentQueue>();

function outputOf(source: Conference | SoundSource): Output {
  if (SOUND_OUTPUT in source) {
    const sound = source[SOUND_OUTPUT];
    return { sound, platform: sound.platform };
  }
  const { playback, platform } = conferencePort(source).context;
  return { sound: playback, platform };
}

const moveAll = ({ elements }: SoundOutput, deviceId: string): Promise<unknown>[] =>
  [...elements].map(async (element) => element.setSinkId?.(deviceId));

async function choose({ sound, platform }: Output, deviceId: string): Promise<void> {
  const element = platform.createAudioElement?.();
  if (!element?.setSinkId) {
    throw new LecternError('this browser plays on the speaker of the system alone', { reason: 'unsupported' });
  }
  const { speakerId: previous } = sound;
  try {
    // Tried first, so that elements are not left on different speakers.
    await element.setSinkId(deviceId);
    // Before the elements are moved: one that is attached meanwhile is to follow.
    sound.speakerId = deviceId;
    await Promise.all(moveAll(sound, deviceId));
  } catch (cause) {
    if (sound.speakerId !== previous) {
      sound.speakerId = previous;
      await Promise.allSettled(moveAll(sound, previous ?? ''));
    }
    throw new LecternError('the speaker cannot be used: choose another one', { reason: 'media', cause });
  }
}

/**
 * Plays all elements that are attached to the streams of a conference, its mix included, or to calls, and those that are
 * attached later, on this speaker. Of concurrent choices the last one wins.
 * @param source a conference, or the `Calls` of `@lectern/rtc/call`
 * @param deviceId of a speaker of `DeviceList`; the empty text is the system's own
 * @throws {LecternError} reason `unsupported` where the browser does not let pages choose, `media` for a speaker that is
 * not there or not allowed; a speaker that was chosen before stays in use.
 */
export async function setSpeaker(source: Conference | SoundSource, deviceId: string): Promise<void> {
  const output = outputOf(source);
  const queue = queues.get(output.sound) ?? new IntentQueue();
  queues.set(output.sound, queue);
  await queue.run('speaker', () => choose(output, deviceId));
}
