import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventsOf } from '../headless/classroom.js';
import { FAULTS, type Fault, type Surroundings } from './faults.js';
import { Observation } from './observation.js';
import { report, type Notice } from './report.js';
import { Stage } from './stage.js';

const REPORT = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
/** Time after the recovery in which the class must go on, in ms. */
const AFTERWARDS_MS = 1_000;

const surroundingsOf = async (fault: Fault): Promise<Surroundings> =>
  fault.surroundings === undefined
    ? { server: {}, happen: fault.happen, close: () => Promise.resolve() }
    : fault.surroundings();

async function noticeOf(fault: Fault): Promise<Notice> {
  const surroundings = await surroundingsOf(fault);
  try {
    return await noticeWithin(surroundings, fault);
  } finally {
    await surroundings.close();
  }
}

async function noticeWithin(surroundings: Surroundings, fault: Fault): Promise<Notice> {
  const stage = await Stage.open({ ...fault.server, ...surroundings.server }, fault);
  const { ann, ben } = stage;
  const observations = [new Observation(ben, ann), new Observation(ann, ben)];
  try {
    await Promise.all(observations.map((each) => each.recovered()));
    const since = { ann: (await eventsOf(ann)).length, ben: (await eventsOf(ben)).length };
    for (const each of observations) each.restart();
    const beside = await surroundings.happen(stage);
    const endedAt = performance.now();
    const isRecovered = (await Promise.all(observations.map((each) => each.recovered()))).every(Boolean);
    const backAfterMs = Math.max(...observations.map((each) => each.steadySince)) - endedAt;
    await delay(AFTERWARDS_MS);
    const left = [...(await eventsOf(ben, since.ben)), ...(await eventsOf(ann, since.ann))];
    const gap = (kind: 'video' | 'audio') => Math.max(...observations.map((each) => each.longestGapMs(kind)));
    return {
      name: fault.name,
      what: fault.what,
      videoGapMs: gap('video'),
      audioGapMs: gap('audio'),
      backAfterMs: isRecovered ? Math.max(0, backAfterMs) : undefined,
      isAnnouncedAsGone: left.includes('memberLeft'),
      beside: beside ?? '',
    };
  } finally {
    for (const each of observations) await each.close();
    await stage.close();
  }
}

const notices: Notice[] = [];

async function write(): Promise<void> {
  const facts = `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`;
  const conditions = `${new Date().toISOString().slice(0, 10)}, ${facts}`;
  await writeFile(REPORT, report(await readFile(REPORT, 'utf8'), notices, conditions));
}

/** Faults that were named on the command line; all without any. */
const wanted = process.argv.slice(2);
const faults = FAULTS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
for (const fault of faults) {
  const notice = await noticeOf(fault);
  notices.push(notice);
  console.log(JSON.stringify(notice));
  // After each fault, so that one that cannot be staged does not cost the figures before it.
  if (wanted.length === 0) await write();
}
const isBack = notices.every(({ backAfterMs }) => backAfterMs !== undefined);
if (!isBack) process.exitCode = 1;
