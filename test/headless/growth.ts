import { eventually } from '../support/eventually.js';
import { asToldBy } from './account.js';
import type { Perception } from './commands.js';
import type { HeadlessParticipant } from './headless-participant.js';

/** Media that a participant received from another within a period. */
export interface Growth {
  /** New frames with the pattern. */
  readonly frames: number;
  /** Sender number of the pattern that was seen last. */
  readonly seen: number | undefined;
  /** Windows of 40 ms with the publisher's own tone. */
  readonly tone: number;
  /** Windows with the strongest other tone. */
  readonly otherTones: number;
}

const NOTHING: Growth = { frames: 0, seen: undefined, tone: 0, otherTones: 0 };

/** Least growth that counts as seen and as heard: well below a second's worth of either. */
const SEEN_FRAMES = 8;
const HEARD_WINDOWS = 8;
/** A tone leaks into other windows where it starts and ends. */
const LEAKED_SHARE = 0.25;
/** Time without new media after which a stream counts as stopped, in ms. */
const SILENCE_MS = 800;

const difference = (before: Perception | undefined, after: Perception | undefined, sender: number): Growth => {
  if (after === undefined) return NOTHING;
  // A new stream starts from nothing.
  const base = before?.streamId === after.streamId ? before : undefined;
  const tones = Object.entries(after.audio?.tones ?? {}).map(([tone, windows]) => ({
    isOwn: Number(tone) === sender,
    windows: windows - (base?.audio?.tones[Number(tone)] ?? 0),
  }));
  return {
    frames: (after.video?.readable ?? 0) - (base?.video?.readable ?? 0),
    seen: after.video?.sender,
    tone: tones.find(({ isOwn }) => isOwn)?.windows ?? 0,
    otherTones: Math.max(0, ...tones.filter(({ isOwn }) => !isOwn).map(({ windows }) => windows)),
  };
};

const perceptionOf = async (receiver: HeadlessParticipant, name: string): Promise<Perception | undefined> =>
  (await receiver.tell('perceive')).find(({ from }) => from === name);

export const isSeen = ({ frames }: Growth): boolean => frames >= SEEN_FRAMES;

export const isHeard = ({ tone, otherTones }: Growth): boolean =>
  tone >= HEARD_WINDOWS && otherTones <= tone * LEAKED_SHARE;

/**
 * Waits until the newly received media of a publisher meets a condition. Fails at once if another sender's video
 * arrives.
 */
export const perceives = async (
  receiver: HeadlessParticipant,
  publisher: Pick<HeadlessParticipant, 'name' | 'sender'> | HeadlessParticipant,
  fits: (growth: Growth) => boolean = (growth) => isSeen(growth) && isHeard(growth),
  timeoutMs?: number,
): Promise<void> => {
  const before = await perceptionOf(receiver, publisher.name);
  const { seen } = await asToldBy(
    'tell' in publisher ? [receiver, publisher] : [receiver],
    eventually(
      `${receiver.name} perceiving ${publisher.name}`,
      async () => difference(before, await perceptionOf(receiver, publisher.name), publisher.sender),
      fits,
      timeoutMs,
    ),
  );
  if (seen !== undefined && seen !== publisher.sender) {
    throw new Error(`${receiver.name} sees ${seen} on the stream of ${publisher.name} (${publisher.sender})`);
  }
};

/** Waits until every participant receives new audio and video of every other. */
export const everybodyPerceivesEverybody = async (
  participants: readonly HeadlessParticipant[],
  timeoutMs?: number,
): Promise<void> => {
  const pairs = participants.flatMap((receiver) =>
    participants.filter((publisher) => publisher !== receiver).map((publisher) => ({ receiver, publisher })),
  );
  await Promise.all(pairs.map(({ receiver, publisher }) => perceives(receiver, publisher, undefined, timeoutMs)));
};

/** Frames of one publisher that do not reach its only receiver: counts from now on, gives the count when called. */
export const countLostFrames = async (
  publisher: HeadlessParticipant,
  receiver: HeadlessParticipant,
): Promise<() => Promise<{ readonly sent: number; readonly lost: number }>> => {
  const look = async (): Promise<{ sent: number; decoded: number }> => ({
    sent: (await publisher.tell('frameCounts')).sent,
    decoded: (await receiver.tell('frameCounts')).decoded,
  });
  const before = await look();
  return async () => {
    const now = await look();
    const sent = now.sent - before.sent;
    return { sent, lost: sent - (now.decoded - before.decoded) };
  };
};

/** Waits until nothing of a kind has arrived from a publisher for a while. */
export const stopsPerceiving = async (
  receiver: HeadlessParticipant,
  publisher: HeadlessParticipant,
  kind: 'frames' | 'tone',
): Promise<void> => {
  let reference = await perceptionOf(receiver, publisher.name);
  let quietSince = performance.now();
  await eventually(
    `${receiver.name} perceiving no ${kind} of ${publisher.name}`,
    async () => {
      const current = await perceptionOf(receiver, publisher.name);
      const growth = difference(reference, current, publisher.sender)[kind];
      if (growth > 0) {
        reference = current;
        quietSince = performance.now();
      }
      return performance.now() - quietSince;
    },
    (quietMs) => quietMs >= SILENCE_MS,
  );
};
