import type { RecordedFile } from '@lectern/rtc/admin';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamOf } from './classroom.js';
import { perceives } from './growth.js';

/** First bytes of a WebM file. */
const EBML_HEADER = '1a45dfa3';

let server: ServerProcess;
let classroom: Classroom;

beforeAll(async () => {
  server = await ServerProcess.start();
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  classroom = new Classroom(server.url);
});

afterEach(async () => {
  await classroom.close();
});

it('an admin has a stream recorded and downloads what came of it', async () => {
  const ann = await classroom.enter('ann', { role: 7, publish: 'nothing' });
  const ben = await classroom.enter('ben');
  await perceives(ann, ben);
  const streamId = (await streamOf(ann, ben))?.id ?? '';
  await expect(ben.tell('administer', { act: 'recordings' })).rejects.toMatchObject({
    specMessage: 'only admin can action',
  });

  const files = async () => (await ann.tell('administer', { act: 'recordings' })) as readonly RecordedFile[];
  await ann.tell('administer', { act: 'record', streamId });
  await eventually('a recording', files, (list) => list.some(({ state }) => state === 'recording'));
  await perceives(ann, ben);
  await ann.tell('administer', { act: 'stopRecording', streamId });
  const [file] = await eventually('a complete one', files, (list) => list[0]?.state === 'complete');
  expect(file).toMatchObject({ kind: 'stream', streamId });

  const link = await ann.tell('administer', { act: 'recordingLink', recordingId: file?.id ?? '' });
  const response = await fetch((link as { readonly url: string }).url);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.subarray(0, 4).toString('hex')]).toEqual([200, EBML_HEADER]);
  expect(bytes.byteLength).toBe(file?.bytes);
});
