import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectFile, sendersSeen, tonesHeard, type Area } from '../media/recorded-file.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamBecomes } from './classroom.js';
import { everybodyPerceivesEverybody, isHeard, isSeen, perceives, stopsPerceiving } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';
import { RecordingsClient, type ListedRecording } from './recordings-client.js';

/** Share of frames in which a sender must be readable to count as seen throughout. */
const MOST = 0.7;

const shareOf = (seen: readonly (number | undefined)[], sender: number): number =>
  seen.filter((entry) => entry === sender).length / seen.length;

describe('a recorded conference', () => {
  let server: ServerProcess;
  let classroom: Classroom;
  let folder: string;

  beforeAll(async () => {
    server = await ServerProcess.start();
    folder = await mkdtemp(join(tmpdir(), 'lectern-recorded-'));
  });

  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    classroom = new Classroom(server.url);
  });

  afterEach(async () => {
    await classroom.close();
  });

  const isOver = (recordings: readonly ListedRecording[], count: number): boolean =>
    recordings.filter(({ state }) => state === 'complete').length === count;

  const recordingOf = (recordings: readonly ListedRecording[], { name }: HeadlessParticipant): ListedRecording => {
    const found = recordings.find(({ memName }) => memName?.endsWith(`_${name}`));
    if (found === undefined) throw new Error(`no recording of ${name}: ${JSON.stringify(recordings)}`);
    return found;
  };

  const seenAndHeard = async (file: string, { sender }: HeadlessParticipant): Promise<void> => {
    const facts = await inspectFile(file);
    expect(facts.complaints).toBe('');
    expect(facts.codecs).toEqual(['opus', 'vp8']);
    expect(shareOf(await sendersSeen(file), sender)).toBeGreaterThan(MOST);
    const { windows, tones } = await tonesHeard(file);
    expect(tones[sender] ?? 0).toBeGreaterThan(windows / 3);
    const others = Object.entries(tones).filter(([tone]) => Number(tone) !== sender);
    expect(Math.max(0, ...others.map(([, count]) => count))).toBeLessThan((tones[sender] ?? 0) / 4);
  };

  it('has a file of each stream with its picture and sound, and one of all', async () => {
    const owner = await RecordingsClient.open(server.url, classroom.room, { rec: true, recMerge: true });
    const ann = await classroom.enter('ann', { isShared: true });
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);
    await perceives(ann, ben, ({ frames }) => frames > 60);
    await ann.tell('leave', { close: false });
    await ben.tell('leave', { close: false });

    const recordings = await owner.until('all recordings being complete', (list) => isOver(list, 3));
    for (const participant of [ann, ben]) {
      const recording = recordingOf(recordings, participant);
      expect(recording).toMatchObject({ kind: 'stream', endReason: 'source-closed', contentType: 'video/webm' });
      await seenAndHeard(await owner.download(recording.id, folder), participant);
    }

    const merged = recordings.find(({ kind }) => kind === 'merged');
    const file = await owner.download(merged?.id ?? '', folder);
    const facts = await inspectFile(file);
    expect(facts.complaints).toBe('');
    expect(facts.codecs).toEqual(['opus', 'vp8']);
    expect(Math.abs(facts.durationSeconds * 1000 - (merged?.durationMs ?? 0))).toBeLessThan(300);
    const { tones } = await tonesHeard(file);
    for (const { sender } of [ann, ben]) expect(tones[sender] ?? 0).toBeGreaterThan(20);
    // Both are side by side while both were present; each half has the full height, with the video in its middle.
    const left: Area = { x: 0, y: 0.25, width: 0.5, height: 0.5 };
    const right: Area = { ...left, x: 0.5 };
    expect(shareOf(await sendersSeen(file, left), ann.sender)).toBeGreaterThan(0.3);
    expect(shareOf(await sendersSeen(file, right), ben.sender)).toBeGreaterThan(0.3);
  });

  it('keeps time through mutes', async () => {
    const owner = await RecordingsClient.open(server.url, classroom.room, { rec: true });
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await perceives(ben, ann);
    await ann.tell('muteAudio');
    await ann.tell('muteVideo');
    await streamBecomes(ben, ann, 'muted', (stream) => stream?.audioMuted === true && stream.videoMuted);
    const mutedAt = Date.now();
    await stopsPerceiving(ben, ann, 'frames');
    await stopsPerceiving(ben, ann, 'tone');
    const mutedMs = Date.now() - mutedAt;
    await ann.tell('unmuteAudio');
    await ann.tell('unmuteVideo');
    await perceives(ben, ann);
    const before = Date.now();
    await ann.tell('leave', { close: false });
    const after = Date.now();
    const [recording] = await owner.until('the recording being complete', (list) => isOver(list, 1));
    const file = await owner.download(recording?.id ?? '', folder);
    const facts = await inspectFile(file);
    expect(facts.complaints).toBe('');
    const [{ startedAt = 0 } = {}] = (await owner.list()) as readonly { startedAt?: number }[];
    const durationMs = facts.durationSeconds * 1000;
    expect(durationMs).toBeGreaterThan(before - startedAt - mutedMs / 2);
    expect(durationMs).toBeLessThan(after - startedAt + mutedMs / 2);
  });

  it('loses no more than its last seconds when the media worker is killed, and goes on in another file', async () => {
    const owner = await RecordingsClient.open(server.url, classroom.room, { rec: true });
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await perceives(ben, ann, ({ frames }) => frames > 100);
    const worker = server.processes.find(({ commandLine }) => commandLine.includes('/media/'));
    process.kill(worker?.pid ?? 0, 'SIGKILL');
    const [first] = await owner.until('the first file being repaired', (list) => isOver(list, 1));
    expect(first).toMatchObject({ endReason: 'worker-lost' });
    await seenAndHeard(await owner.download(first?.id ?? '', folder), ann);
    expect(first?.durationMs).toBeGreaterThan(2_000);
    // The second file needs at least one keyframe, so this waits longer than the keyframe interval.
    await perceives(ben, ann, (growth) => isSeen(growth) && isHeard(growth) && growth.frames > 60);
    await ann.tell('leave', { close: false });
    const both = await owner.until('the second file being complete', (list) => isOver(list, 2));
    await seenAndHeard(await owner.download(both[1]?.id ?? '', folder), ann);
  });

  it('is playable though the server itself is killed', async () => {
    const owner = await RecordingsClient.open(server.url, classroom.room, { rec: true });
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await perceives(ben, ann, ({ frames }) => frames > 100);
    await server.kill('SIGKILL');
    await server.start();
    const [first] = await owner.until('the file being repaired', (list) => isOver(list, 1));
    expect(first).toMatchObject({ endReason: 'server-lost' });
    const file = await owner.download(first?.id ?? '', folder);
    await seenAndHeard(file, ann);
    await eventually(
      'the class going on',
      () => owner.list(),
      (list) => list.length >= 2,
    );
  });
});
