import { expect, it } from 'vitest';
import { QualityEvent, QualityRecordType } from '@lectern/rtc/protocol';
import { SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';
import type { HeadlessParticipant } from './headless-participant.js';

const OPERATOR = 'operator of the tests';
const CUTS = ['reset', 'fin', 'reset'] as const;
/** More than a server may leave without a word until it counts as one that does not acknowledge. */
const MANY = 64;

interface Kept {
  readonly type: number;
  readonly counterId: number;
  readonly event?: number;
}

interface Ending {
  readonly lost: readonly number[];
  readonly isEachOnce: boolean;
  readonly exits: number;
  readonly unknownSwitches: number;
}

const WHOLE: Ending = { lost: [], isEachOnce: true, exits: 1, unknownSwitches: 0 };

/** Ann's camera, switched again and again, and what became of the records of it. */
class Switches {
  #count = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly ann: HeadlessParticipant,
  ) {}

  async toggle(): Promise<void> {
    await this.ann.tell(this.#count % 2 === 0 ? 'muteVideo' : 'unmuteVideo');
    this.#count += 1;
  }

  async kept(): Promise<readonly Kept[]> {
    const { conferenceId: confrId, memName } = await this.ann.tell('quality');
    const response = await fetch(`${this.server.url}/easemob/rtc/quality/records`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${OPERATOR}` },
      body: JSON.stringify({ confrId, memName, limit: 1_000 }),
    });
    return ((await response.json()) as { readonly records?: readonly Kept[] }).records ?? [];
  }

  /** Leaves, and waits until every number that was given is on record. */
  async end(): Promise<Ending> {
    await this.ann.tell('leave', { close: false });
    const { upload } = await eventually(
      'the upload having ended',
      () => this.ann.tell('quality'),
      (state) => state.upload?.state === 'stopped',
    );
    const numbers = Array.from({ length: upload?.sent ?? 0 }, (_, index) => index + 1);
    const all = await eventually(
      'every record being kept',
      () => this.kept(),
      (records) => numbers.every((number) => records.some(({ counterId }) => counterId === number)),
    );
    const counted = all.filter(({ type }) => type !== QualityRecordType.Init).map(({ counterId }) => counterId);
    const isSwitch = ({ event }: Kept): boolean => event === QualityEvent.CameraOn || event === QualityEvent.CameraOff;
    return {
      lost: numbers.filter((number) => !counted.includes(number)),
      isEachOnce: counted.length === numbers.length,
      exits: all.filter(({ event }) => event === QualityEvent.Exit).length,
      unknownSwitches: this.#count - all.filter(isSwitch).length,
    };
  }
}

it('no record that was queued is lost when the upload is cut again and again', async () => {
  const server = await ServerProcess.start({ env: { QUALITY_TOKEN: OPERATOR } });
  const proxy = await SignallingProxy.start(server.url);
  const classroom = new Classroom(server.url);
  try {
    const ann = await classroom.enter('ann', { serverUrl: proxy.url });
    const switches = new Switches(server, ann);
    await ann.tell('watchQuality', { isUploaded: true });
    const opens = () =>
      eventually(
        'the upload being open',
        () => ann.tell('quality'),
        ({ upload }) => upload?.state === 'open',
      );
    for (const how of CUTS) {
      await opens();
      await switches.toggle();
      proxy.cut(how);
      await switches.toggle();
    }
    await opens();
    await eventually(
      'statistics being on record',
      () => switches.kept(),
      (all) => all.some(({ type }) => type === QualityRecordType.Sample),
    );
    expect(await switches.end()).toEqual(WHOLE);
  } finally {
    await classroom.close();
    await proxy.close();
    await server.close();
  }
});

it('no record that was queued is lost when the database is away from the start, and the server is killed then', async () => {
  const server = await ServerProcess.start({ env: { QUALITY_TOKEN: OPERATOR } });
  const classroom = new Classroom(server.url);
  try {
    const ann = await classroom.enter('ann');
    const switches = new Switches(server, ann);
    // A suspended database accepts requests and never answers.
    for (const { pid, commandLine } of server.processes) {
      if (commandLine.includes('postgres')) process.kill(pid, 'SIGSTOP');
    }
    await ann.tell('watchQuality', { isUploaded: true });
    for (let count = 0; count < MANY; count += 1) await switches.toggle();
    await eventually(
      'everything being sent, and nothing stored',
      () => ann.tell('quality'),
      ({ upload }) => upload !== undefined && upload.unacknowledged === upload.sent && upload.sent >= MANY,
    );
    await server.kill('SIGKILL');
    await server.start();
    await eventually(
      'everything being stored',
      () => ann.tell('quality'),
      ({ upload }) => upload?.state === 'open' && upload.unacknowledged === 0,
    );
    expect(await switches.end()).toEqual(WHOLE);
  } finally {
    await classroom.close();
    await server.close();
  }
});
