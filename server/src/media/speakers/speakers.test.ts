import { FakeClock } from '@lectern/kit/testing';
import { describe, expect, test } from 'vitest';
import { SpeakerRanking } from './ranking.js';
import { Speakers } from './speakers.js';

const PACKET_MS = 20;
const LOUD = 15;
const LOUDER = 8;
const NOISE = 60;

/** Feeds packets of several voices, by their level, for a time; returns its end. */
function talk(ranking: SpeakerRanking, from: number, ms: number, levels: Readonly<Record<string, number>>): number {
  for (let at = from; at < from + ms; at += PACKET_MS) {
    for (const [id, level] of Object.entries(levels)) ranking.heard(id, level, at);
  }
  return from + ms;
}

const names = (ranking: SpeakerRanking, now: number): string[] => ranking.rank(now).map(({ sourceId }) => sourceId);

describe('ranked voices', () => {
  test('are those who talk, the loudest first, and none in noise', () => {
    const ranking = new SpeakerRanking(0);
    const now = talk(ranking, 0, 1_000, { a: LOUD, b: LOUDER, c: NOISE });
    expect(names(ranking, now)).toEqual(['b', 'a']);
  });

  test('keep their turn over pauses between words and lose it 1.2 s after the last loud packet', () => {
    const ranking = new SpeakerRanking(0);
    const end = talk(ranking, 0, 1_000, { a: LOUD });
    talk(ranking, end, 2_000, { a: NOISE });
    expect(names(ranking, end + 1_100)).toEqual(['a']);
    expect(names(ranking, end + 1_200)).toEqual([]);
  });

  test('keep the first place against a voice that is hardly louder and a short noise', () => {
    const ranking = new SpeakerRanking(0);
    let now = talk(ranking, 0, 1_000, { a: LOUD });
    expect(names(ranking, now)).toEqual(['a']);
    now = talk(ranking, now, 60, { a: LOUD, cough: 0 });
    expect(names(ranking, now)[0]).toBe('a');
    now = talk(ranking, now, 1_000, { a: LOUD, b: LOUD - 2 });
    expect(names(ranking, now)[0]).toBe('a');
    now = talk(ranking, now, 1_500, { a: LOUD, b: LOUDER });
    expect(names(ranking, now)[0]).toBe('b');
  });

  test('are forwarded up to the limit, the louder ones in place of the quieter', () => {
    const ranking = new SpeakerRanking(2);
    let now = talk(ranking, 0, 500, { a: LOUD, b: LOUD, c: NOISE });
    expect(['a', 'b', 'c'].map((id) => ranking.isForwarded(id))).toEqual([true, true, false]);
    now = talk(ranking, now, 1_500, { a: LOUD, b: LOUD + 5, c: LOUDER });
    expect(['a', 'b', 'c'].map((id) => ranking.isForwarded(id))).toEqual([true, false, true]);
    ranking.remove('a');
    talk(ranking, now, 100, { b: LOUD });
    expect(ranking.isForwarded('b')).toBe(true);
  });

  test('are all forwarded without a limit, and where they tell no level', () => {
    expect(new SpeakerRanking(0).isForwarded('a')).toBe(true);
    expect(new SpeakerRanking(1).isForwarded('unknown')).toBe(true);
  });
});

test('changes of the speakers are announced once, by room, and end with the last voice', () => {
  const clock = new FakeClock();
  const announced: [string, string[]][] = [];
  const speakers = new Speakers(clock, 0, (roomId, voices) =>
    announced.push([roomId, voices.map(({ sourceId }) => sourceId)]),
  );
  const voice = speakers.voice('room', 'a');
  const noise = speakers.voice('other', 'b');
  for (let at = 0; at < 1_000; at += PACKET_MS) {
    voice.heard(LOUD, clock.now());
    noise.heard(NOISE, clock.now());
    clock.advance(PACKET_MS);
  }
  expect(announced).toEqual([['room', ['a']]]);
  expect([voice.isSpeaker, noise.isSpeaker]).toEqual([true, false]);
  voice.silence();
  expect(voice.isSpeaker).toBe(false);
  clock.advance(600);
  expect(announced).toEqual([
    ['room', ['a']],
    ['room', []],
  ]);
  speakers.close();
});

test('the last speaker stays the active one in a pause, until another voice talks', () => {
  const clock = new FakeClock();
  const speakers = new Speakers(clock, 0, () => undefined);
  const voices = [speakers.voice('room', 'a'), speakers.voice('room', 'b')];
  const pass = (ms: number, levels: readonly number[]): void => {
    for (let at = 0; at < ms; at += PACKET_MS) {
      for (const [index, level] of levels.entries()) voices[index]?.heard(level, clock.now());
      clock.advance(PACKET_MS);
    }
  };
  pass(1_000, [LOUD, NOISE]);
  pass(5_000, [NOISE, NOISE]);
  expect(voices.map(({ isSpeaker }) => isSpeaker)).toEqual([true, false]);
  pass(1_000, [NOISE, LOUD]);
  expect(voices.map(({ isSpeaker }) => isSpeaker)).toEqual([false, true]);
  speakers.close();
});
