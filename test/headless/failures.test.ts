import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, freePort, ServerProcess } from '../support/index.js';
import type { ProcessInfo } from '../support/processes.js';
import { Classroom } from './classroom.js';
import { isSeen, perceives } from './growth.js';
import { RawMember, requestRawAdmission } from './raw-member.js';
import { RecordingsClient, type ListedRecording } from './recordings-client.js';

type Json = Readonly<Record<string, unknown>>;

const isRunning = ({ pid, commandLine }: ProcessInfo): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') === commandLine;
  } catch {
    return false;
  }
};

/** Takes webhooks, once they are to be taken. */
class Receiver {
  readonly events: { readonly type: string; readonly data: Json }[] = [];
  readonly #server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      this.events.push(JSON.parse(text) as { type: string; data: Json });
      response.writeHead(204).end();
    });
  });

  constructor(private readonly port: number) {}

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.port, '127.0.0.1', done));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Ids of the recordings that were announced as ready. */
  get ready(): readonly unknown[] {
    return this.events.filter(({ type }) => type === 'recording.ready').map(({ data }) => data['recordingId']);
  }
}

describe('a mixed class that is recorded and goes out live', () => {
  let server: ServerProcess;
  let receiver: Receiver;
  let classroom: Classroom;

  beforeEach(async () => {
    const port = await freePort();
    receiver = new Receiver(port);
    server = await ServerProcess.start({
      env: {
        WEBHOOK_URL: `http://127.0.0.1:${port}/`,
        WEBHOOK_SECRET: 'a secret of both sides',
        LIVE_CANVAS: '320x180@10',
      },
    });
    classroom = new Classroom(server.url, { type: 11 });
  });

  afterEach(async () => {
    await classroom.close();
    await server.close();
    receiver.close();
  });

  /** Everything runs: two members with media, their recordings, a live output. */
  async function begin() {
    const owner = await RecordingsClient.open(server.url, classroom.room, { rec: true, recMerge: true, confrType: 11 });
    const { ticket, confrId, roleToken } = await requestRawAdmission(server.url, classroom.room, 'lead');
    const lead = await RawMember.connect(ticket);
    await lead.enter();
    const members = [await classroom.enter('ann'), await classroom.enter('ben')] as const;
    // The voices are in the mix.
    await perceives(members[0], members[1], isSeen);
    await perceives(members[1], members[0], isSeen);
    const response = await fetch(`${server.url}/easemob/rtc/livecfg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ confrId, roleToken, liveCfg: { hls: true } }),
    });
    const { hls } = (await response.json()) as Json;
    const goesOut = async (): Promise<void> => {
      await eventually(
        'the class going out',
        async () => (await fetch(`${server.url}${String(hls)}`)).status,
        (status) => status === 200,
      );
    };
    await goesOut();
    await lead.request({ op: 201 });
    lead.close();
    return { owner, members, goesOut };
  }

  const isComplete = ({ state }: ListedRecording): boolean => state === 'complete';

  /** Waits until the class has recovered, ends it, and checks that all its recordings are complete. */
  async function endsWell(
    { owner, members, goesOut }: Awaited<ReturnType<typeof begin>>,
    whole: number,
  ): Promise<void> {
    const [ann, ben] = members;
    await perceives(ann, ben, isSeen);
    await perceives(ben, ann, isSeen);
    await goesOut();
    const before = await owner.until(
      'the first files being complete',
      (list) => list.filter(isComplete).length >= whole,
    );
    expect(before.filter(({ state }) => state === 'failed')).toEqual([]);
    // Nothing was taken until here, over the restart.
    await receiver.listen();
    await ann.tell('leave', { close: false });
    await ben.tell('leave', { close: false });
    const isMerged = (list: readonly ListedRecording[]): boolean =>
      list.some((recording) => recording.kind === 'merged' && isComplete(recording));
    const all = await owner.until('the class being merged', isMerged);
    expect(all.filter(({ kind }) => kind === 'merged')).toHaveLength(1);
    expect(all.filter((recording) => !isComplete(recording))).toEqual([]);
    await eventually(
      'everything being told',
      () => all.filter(({ id }) => !receiver.ready.includes(id)).length,
      (missing) => missing === 0,
    );
    expect(receiver.events[0]?.type).toBe('conference.started');
  }

  it('ends in order on SIGTERM, and goes on with everything afterwards', async () => {
    const scene = await begin();
    const { processes } = server;
    expect(processes.some(({ commandLine }) => commandLine.includes('ffmpeg'))).toBe(true);
    expect(await server.kill('SIGTERM')).toBe(0);
    await eventually(
      'nothing being left of it',
      () => processes.filter(isRunning),
      (left) => left.length === 0,
    );
    await server.start();
    await endsWell(scene, 2);
  });

  it('leaves nothing running when the server alone is killed, and goes on with everything afterwards', async () => {
    const scene = await begin();
    const { processes } = server;
    process.kill(server.pid, 'SIGKILL');
    await eventually(
      'its processes ending by themselves',
      () => processes.filter((each) => isRunning(each) && !each.commandLine.includes('postgres')),
      (left) => left.length === 0,
    );
    await server.kill('SIGKILL');
    await server.start();
    await endsWell(scene, 2);
  });
});
