import { expect, it } from 'vitest';
import { QualityEvent, QualityRecordType } from '@lectern/rtc/protocol';
import { SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom } from './classroom.js';

const OPERATOR = 'operator of the tests';
const CUTS = ['reset', 'fin', 'reset'] as const;

interface Kept {
  readonly type: number;
  readonly counterId: number;
  readonly event?: number;
}

it('no record that was queued is lost when the upload is cut again and again', async () => {
  const server = await ServerProcess.start({ env: { QUALITY_TOKEN: OPERATOR } });
  const proxy = await SignallingProxy.start(server.url);
  const classroom = new Classroom(server.url);
  try {
    const ann = await classroom.enter('ann', { serverUrl: proxy.url });
    await ann.tell('watchQuality', { isUploaded: true });
    const opens = () =>
      eventually(
        'the upload being open',
        () => ann.tell('quality'),
        ({ upload }) => upload?.state === 'open',
      );
    let toggles = 0;
    const toggle = async (): Promise<void> => {
      await ann.tell(toggles % 2 === 0 ? 'muteVideo' : 'unmuteVideo');
      toggles += 1;
    };
    for (const how of CUTS) {
      await opens();
      await toggle();
      proxy.cut(how);
      await toggle();
    }
    const { conferenceId: confrId, memName } = await opens();
    const kept = async (): Promise<readonly Kept[]> => {
      const response = await fetch(`${server.url}/easemob/rtc/quality/records`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${OPERATOR}` },
        body: JSON.stringify({ confrId, memName, limit: 1_000 }),
      });
      return ((await response.json()) as { readonly records?: readonly Kept[] }).records ?? [];
    };
    await eventually('statistics being on record', kept, (all) =>
      all.some(({ type }) => type === QualityRecordType.Sample),
    );
    await ann.tell('leave', { close: false });
    const { upload } = await eventually(
      'the upload having ended',
      () => ann.tell('quality'),
      (state) => state.upload?.state === 'stopped',
    );
    // Every number that was given, and no other one.
    const numbers = Array.from({ length: upload?.sent ?? 0 }, (_, index) => index + 1);
    const all = await eventually('every record being kept', kept, (records) =>
      numbers.every((number) => records.some(({ counterId }) => counterId === number)),
    );
    const counted = all.filter(({ type }) => type !== QualityRecordType.Init);
    expect(counted.map(({ counterId }) => counterId).sort((a, b) => a - b)).toEqual(numbers);
    expect(all.filter(({ event }) => event === QualityEvent.Exit)).toHaveLength(1);
    const isSwitch = ({ event }: Kept): boolean => event === QualityEvent.CameraOn || event === QualityEvent.CameraOff;
    expect(all.filter(isSwitch)).toHaveLength(toggles);
  } finally {
    await classroom.close();
    await proxy.close();
    await server.close();
  }
});
