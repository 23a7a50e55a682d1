import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPattern } from '../media/pattern.js';
import { ToneCounter } from '../media/tone.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamBecomes } from './classroom.js';
import { RawMember, requestRawAdmission } from './raw-member.js';

type Json = Readonly<Record<string, unknown>>;

interface LiveCfg {
  readonly id: string;
  readonly state: string;
  readonly layoutStyle: string;
  readonly hls: string;
  readonly regions: readonly Json[];
}

const WIDTH = 320;
const HEIGHT = 180;
const SECONDS_SEEN = 2;
const run = promisify(execFile);

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const LEFT: Area = { x: 0, y: 0, width: 160, height: 180 };
const RIGHT: Area = { ...LEFT, x: 160 };
const WHOLE: Area = { ...LEFT, width: WIDTH };
const CORNER: Area = { x: 200, y: 90, width: 120, height: 90 };

/** The last seconds of an output, as who watches it has them. */
class Watched {
  private constructor(
    private readonly luma: Buffer,
    private readonly sound: Int16Array,
  ) {}

  static async of(url: string): Promise<Watched> {
    const output = async (...args: string[]): Promise<Buffer> => {
      const input = ['-loglevel', 'error', '-live_start_index', '-1', '-i', url, '-t', String(SECONDS_SEEN)];
      const { stdout } = await run('ffmpeg', [...input, ...args, 'pipe:1'], {
        encoding: 'buffer',
        maxBuffer: 64 * 1024 * 1024,
        // A request that hangs because the server was killed is repeated.
        timeout: 30_000,
      });
      return stdout;
    };
    const [luma, pcm] = await Promise.all([
      output('-an', '-vf', 'format=gray', '-f', 'rawvideo'),
      output('-vn', '-ac', '1', '-ar', '48000', '-f', 's16le'),
    ]);
    return new Watched(luma, new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2)));
  }

  /** Senders seen in a part of the canvas; video of 4:3 is scaled to fit into it. */
  seenIn({ x, y, width, height }: Area): readonly number[] {
    const [w, h] = [Math.min(width, (height * 4) / 3), Math.min(height, (width * 3) / 4)];
    const [left, top] = [x + (width - w) / 2, y + (height - h) / 2];
    const senders = new Set<number>();
    for (let frame = 0; (frame + 1) * WIDTH * HEIGHT <= this.luma.length; frame += 1) {
      const at = (column: number, row: number): number =>
        this.luma[frame * WIDTH * HEIGHT + Math.floor(top + row) * WIDTH + Math.floor(left + column)] ?? 0;
      const reading = readPattern(w, h, at);
      if (reading !== undefined) senders.add(reading.sender);
    }
    return [...senders];
  }

  /** Senders whose tones were received in more than a few windows. */
  get heard(): readonly number[] {
    const counter = new ToneCounter();
    counter.add(this.sound, 48_000, 1 / 32_768);
    return [...counter.counts].filter(([, windows]) => windows > 5).map(([sender]) => sender);
  }
}

describe('a live output', () => {
  let server: ServerProcess;
  let classroom: Classroom;

  beforeAll(async () => {
    server = await ServerProcess.start({ env: { LIVE_CANVAS: `${WIDTH}x${HEIGHT}@10` } });
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

  const call = async (method: string, path: string, body: Json): Promise<Json> => {
    const response = await fetch(`${server.url}/easemob/rtc/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Json;
  };

  const livesOf = (member: RawMember): readonly LiveCfg[] | undefined =>
    member.received.findLast(({ op }) => op === 452)?.['liveCfgs'] as readonly LiveCfg[] | undefined;

  /** Waits until a member has received these lives: notifications travel beside the answers to REST calls. */
  const isTold = async (
    member: RawMember,
    what: string,
    fits: (lives: readonly LiveCfg[]) => boolean,
  ): Promise<void> => {
    await eventually(
      `being told of ${what}`,
      () => livesOf(member),
      (lives) => lives !== undefined && fits(lives),
    );
  };

  const watching = (url: string, what: string, fits: (watched: Watched) => boolean): Promise<Watched> =>
    eventually(`the live output showing ${what}`, () => Watched.of(url), fits);

  it('shows who is there, follows the layout, tells the members, and ends', async () => {
    const { ticket, confrId, roleToken } = await requestRawAdmission(server.url, classroom.room, 'admin');
    const admin = await RawMember.connect(ticket);
    await admin.enter();
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben');
    const benStream = await streamBecomes(ann, ben, 'published', (stream) => stream !== undefined);
    const annStream = await streamBecomes(ben, ann, 'published', (stream) => stream !== undefined);

    const added = await call('POST', 'livecfg', { confrId, roleToken, liveCfg: { layoutStyle: 'GRID', hls: true } });
    expect(added).toMatchObject({ error: 0, liveId: expect.any(String), hls: expect.any(String) });
    const { liveId } = added;
    await isTold(admin, 'the output being live', ([live]) => live?.state === 'live');
    expect(livesOf(admin)).toMatchObject([{ id: liveId, layoutStyle: 'GRID', canvas: { w: WIDTH, fps: 10 } }]);
    const url = `${server.url}${String(added['hls'])}`;
    const { headers } = await fetch(url, { headers: { origin: 'http://elsewhere.example' } });
    expect(headers.get('content-type')).toContain('application/vnd.apple.mpegurl');
    expect(headers.get('access-control-allow-origin')).not.toBeNull();

    const [annSender, benSender] = [ann.sender, ben.sender];
    await watching(
      url,
      'both',
      (watched) =>
        watched.seenIn(LEFT).includes(annSender) &&
        watched.seenIn(RIGHT).includes(benSender) &&
        [annSender, benSender].every((sender) => watched.heard.includes(sender)),
    );

    const regions = [
      { sid: annStream!.id, x: 0, y: 0, w: WIDTH, h: HEIGHT, z: 0, style: 'AspectFit' },
      { sid: benStream!.id, x: CORNER.x, y: CORNER.y, w: CORNER.width, h: CORNER.height, z: 1, style: 'fill' },
    ];
    expect(await call('POST', 'live/layout', { confrId, roleToken, liveId, regions })).toEqual({ error: 0 });
    await isTold(admin, 'another layout', ([live]) => live?.layoutStyle === 'CUSTOM');
    expect(livesOf(admin)).toMatchObject([{ regions }]);
    await watching(url, 'the second over the first', (watched) => watched.seenIn(CORNER).includes(benSender));

    await ben.tell('leave', { close: false });
    await watching(
      url,
      'the first alone',
      (watched) => watched.seenIn(WHOLE).includes(annSender) && watched.heard.join() === String(annSender),
    );
    await isTold(admin, 'the output being live', ([live]) => live?.state === 'live');

    expect(await call('DELETE', 'delete/live', { confrId, roleToken, liveId })).toEqual({ error: 0 });
    await isTold(admin, 'none', ({ length }) => length === 0);
    await eventually(
      'the files being gone',
      async () => (await fetch(url)).status,
      (status) => status === 404,
    );
    await eventually(
      'nothing of it running',
      () => server.processes.filter(({ commandLine }) => commandLine.includes('ffmpeg')),
      (left) => left.length === 0,
    );
    admin.close();
  });

  it('is started, arranged and ended by an admin through the SDK, which shows it to everybody', async () => {
    const ann = await classroom.enter('ann', { role: 7 });
    const ben = await classroom.enter('ben');
    const annStream = await streamBecomes(ben, ann, 'published', (stream) => stream !== undefined);
    const output = { layoutStyle: 'GRID', hls: true } as const;
    await expect(ben.tell('administer', { act: 'addLive', output })).rejects.toMatchObject({
      specMessage: 'only admin can action',
    });
    const added = (await ann.tell('administer', { act: 'addLive', output })) as { liveId: string; hls: string };
    const url = `${server.url}${added.hls}`;
    const areTold = (what: string, fits: (lives: readonly Json[]) => boolean): Promise<unknown> =>
      Promise.all(
        [ann, ben].map((member) =>
          eventually(
            `${member.name} knowing ${what}`,
            () => member.tell('administration'),
            ({ lives }) => fits(lives),
          ),
        ),
      );
    await areTold('that it is live', ([live]) => live?.['liveId'] === added.liveId && live['state'] === 'live');
    await watching(url, 'both', (watched) =>
      [ann, ben].every(({ sender }, side) => watched.seenIn(side === 0 ? LEFT : RIGHT).includes(sender)),
    );
    const { x, y, width: w, height: h } = CORNER;
    const regions = [{ sid: annStream!.id, x, y, w, h, z: 1, style: 'fill' as const }];
    await ann.tell('administer', { act: 'updateLiveLayout', liveId: added.liveId, regions });
    await areTold('the layout', ([live]) => JSON.stringify(live?.['regions']) === JSON.stringify(regions));
    await watching(url, 'one in the corner', (watched) => watched.seenIn(CORNER).includes(ann.sender));
    const refusal = ann.tell('administer', { act: 'deleteLive', liveId: 'nothing' });
    await expect(refusal).rejects.toThrow();
    await ann.tell('administer', { act: 'deleteLive', liveId: added.liveId });
    await areTold('that there is none', ({ length }) => length === 0);
  });

  it('goes on after the server was killed and came back', async () => {
    const { ticket, confrId, roleToken } = await requestRawAdmission(server.url, classroom.room, 'keeper');
    const admin = await RawMember.connect(ticket);
    await admin.enter();
    const ann = await classroom.enter('ann');
    const { hls } = await call('POST', 'livecfg', { confrId, roleToken, liveCfg: { hls: true } });
    const url = `${server.url}${String(hls)}`;
    const showsAnn = (watched: Watched): boolean => watched.seenIn(WHOLE).includes(ann.sender);
    await watching(url, 'the member', showsAnn);
    await server.kill('SIGKILL');
    await server.start();
    const again = await watching(url, 'the member again', showsAnn);
    expect(again.seenIn(WHOLE)).toEqual([ann.sender]);
    admin.close();
  });

  it('is for admins of its own conference alone', async () => {
    const admin = await requestRawAdmission(server.url, classroom.room, 'owner');
    const other = await requestRawAdmission(server.url, `${classroom.room} elsewhere`, 'other');
    const owner = await RawMember.connect(admin.ticket);
    await owner.enter();
    const liveCfg = { hls: true };
    const { roleToken } = await requestRawAdmission(server.url, classroom.room, 'guest');
    expect(await call('POST', 'livecfg', { confrId: admin.confrId, roleToken, liveCfg })).toMatchObject({
      error: -101,
    });
    const forged = { confrId: admin.confrId, roleToken: other.roleToken, liveCfg };
    expect(await call('POST', 'livecfg', forged)).toMatchObject({ error: -100 });
    expect(livesOf(owner)).toBeUndefined();
    owner.close();
  });
});
