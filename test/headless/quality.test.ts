import { describe, expect, it } from 'vitest';
import { MediaRelay, SignallingProxy, throughRelay, type Impairment } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamOf } from './classroom.js';
import { everybodyPerceivesEverybody } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';
import type { QualityChange, QualitySample, QualityState } from './quality-side.js';

/** Limits of the specification (§9), in ms. */
const WEAK_AFTER_MS = 8_000;
const DISCONNECTED_AFTER_MS = 5_000;

const knows = (
  participant: HeadlessParticipant,
  what: string,
  fits: (state: QualityState) => boolean,
): Promise<QualityState> => eventually(`${participant.name} knowing ${what}`, () => participant.tell('quality'), fits);

const becomes = async (participant: HeadlessParticipant, streamId: string, quality: number): Promise<QualityChange> => {
  const { changes } = await knows(
    participant,
    `the network of ${streamId} as ${quality}`,
    ({ qualities, changes }) =>
      qualities[streamId] === quality &&
      changes.some((change) => change.streamId === streamId && change.to === quality),
  );
  const change = changes.findLast(({ streamId: id, to }) => id === streamId && to === quality);
  if (!change) throw new Error('looked for and not found');
  return change;
};

type Weakness = (sample: QualitySample) => boolean;

const isLate: Weakness = ({ roundTripTime }) => roundTripTime >= 500;
const losesAudio: Weakness = ({ audioLossRate }) => audioLossRate >= 18;
const losesVideo: Weakness = ({ videoLossRate }) => videoLossRate >= 23;

/** Duration of the longest current weakness, up to the last sample but one and up to the last, in ms. */
const weakFor = (samples: readonly QualitySample[]): { readonly before: number; readonly now: number } => {
  const [previous, last] = [samples.at(-2)?.at ?? 0, samples.at(-1)?.at ?? 0];
  const began = [isLate, losesAudio, losesVideo].map((isWeak) => {
    const first = samples.findLastIndex((sample) => !isWeak(sample)) + 1;
    return samples[first]?.at ?? Infinity;
  });
  const since = Math.min(...began);
  return { before: previous - since, now: last - since };
};

/** The event must come with the first measurement at which the limit was reached, however late the machine was. */
const expectToldAt = (lasted: { readonly before: number; readonly now: number }, limitMs: number): void => {
  expect(lasted.now).toBeGreaterThanOrEqual(limitMs);
  expect(lasted.before).toBeLessThan(limitMs);
};

interface Stage {
  readonly ann: HeadlessParticipant;
  /** Ben's stream, as Ann receives it. */
  readonly received: string;
  readonly relay: MediaRelay;
}

/** Ann, whose media take the relay, and Ben. */
const onStage = async (act: (stage: Stage) => Promise<void>): Promise<void> => {
  const server = await ServerProcess.start();
  const proxy = await SignallingProxy.start(server.url);
  const relay = new MediaRelay({ seed: 11 });
  const classroom = new Classroom(server.url);
  try {
    proxy.rewrite(throughRelay(relay));
    const ann = await classroom.enter('ann', { serverUrl: proxy.url });
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    const received = (await streamOf(ann, ben))?.id ?? '';
    await ann.tell('watchQuality', { isUploaded: false });
    await knows(ann, 'both networks as good', ({ qualities }) => Object.values(qualities).join() === '2,2');
    await act({ ann, received, relay });
  } finally {
    await classroom.close();
    await proxy.close();
    await relay.close();
    await server.close();
  }
};

const isFlowing = ({ isFlowing: flows }: QualitySample): boolean => flows;

describe('the network of a member whose packets take a relay', () => {
  it.each<readonly [string, Impairment, Weakness]>([
    ['come late', { delayMs: 400 }, isLate],
    ['get lost', { loss: 0.5 }, (sample) => losesAudio(sample) || losesVideo(sample)],
  ])('that %s is weak after 8 s, and good when that is over', async (_what, impairment, isBad) => {
    await onStage(async ({ ann, received, relay }) => {
      relay.impair({ up: impairment, down: impairment });
      const { samples } = await becomes(ann, received, 1);
      const telling = samples.filter(isFlowing);
      expectToldAt(weakFor(telling), WEAK_AFTER_MS);
      expect(telling.slice(-1).map(isBad)).toEqual([true]);
      relay.impair({});
      const better = await becomes(ann, received, 2);
      expect(weakFor(better.samples.filter(isFlowing)).now).toBeLessThan(WEAK_AFTER_MS);
    });
  });

  it('that do not come at all is disconnected after 5 s, with a notice, and good when they are back', async () => {
    await onStage(async ({ ann, received, relay }) => {
      relay.startOutage();
      const { samples } = await becomes(ann, received, 0);
      const silent = samples.findLastIndex(isFlowing);
      // The last sample with data is where the silence begins.
      const since = samples[silent]?.at ?? Number.NaN;
      const last = samples.slice(-2).map(({ at }) => at - since);
      expectToldAt({ before: last[0] ?? Number.NaN, now: last[1] ?? Number.NaN }, DISCONNECTED_AFTER_MS);
      const { notices, disconnected } = await ann.tell('quality');
      expect(notices).toContain('remote');
      expect(disconnected).toContain('remote');
      relay.endOutage();
      await becomes(ann, received, 2);
      expect((await ann.tell('quality')).disconnected).not.toContain('remote');
    });
  });
});

it('what is measured is what is sent and received, and who talks', async () => {
  const server = await ServerProcess.start();
  const classroom = new Classroom(server.url);
  try {
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    await ann.tell('watchQuality', { isUploaded: false });
    const { latest } = await knows(ann, 'figures of all that flows', ({ latest: figures }) => {
      const all = Object.values(figures);
      return (
        all.length === 2 &&
        all.every(
          ({ audio, video, roundTripTime }) =>
            (audio?.kilobytesPerSecond ?? 0) > 0 &&
            (video?.kilobytesPerSecond ?? 0) > 0 &&
            (video?.framesPerSecond ?? 0) > 0 &&
            (video?.width ?? 0) > 0 &&
            roundTripTime !== undefined,
        )
      );
    });
    for (const { audio, video } of Object.values(latest)) {
      expect((audio?.packets ?? 0) * (video?.packets ?? 0)).toBeGreaterThan(0);
      expect((audio?.bytes ?? 0) * (video?.bytes ?? 0)).toBeGreaterThan(0);
    }
    // The tones of the synthetic microphones never pause.
    const { members } = await ann.tell('state');
    await knows(ann, 'Ben talking', ({ talking }) => talking.includes(members[0]?.id ?? ''));
  } finally {
    await classroom.close();
    await server.close();
  }
});
