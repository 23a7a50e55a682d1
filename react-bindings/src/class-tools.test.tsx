// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { Role } from '@lectern/rtc';
import { Op } from '@lectern/rtc/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import {
  useDeviceSelection,
  useElementBinding,
  useElementEvent,
  useP2pCall,
  useRecorder,
  useRecording,
  useRoles,
  useStream,
} from './index.js';
import { FakeClient, FakeConference } from './testing/fake-conference.js';
import { hookOfAnn, within } from './testing/render-with.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const OP_RECORD = 500;
const OP2_REQUEST_TALKER = 21;

test('an admin sees a request to talk until it is refused, once for each member', async () => {
  const { ann, result, settle } = await hookOfAnn(useRoles);
  const { server } = ann.platform;
  act(() => server.push({ op: Op.RoleUpdated, role: Role.Admin, roleToken: 'R2' }));
  await settle();
  expect(result.current).toMatchObject({ isAdmin: true, requests: [] });
  const ask = { op: Op.Control, memId: 'ben', arg: JSON.stringify({ op2: OP2_REQUEST_TALKER, memId: 'ben' }) };
  act(() => server.push({ ...ask, tsxId: '1' }));
  act(() => server.push({ ...ask, tsxId: '2' }));
  expect(result.current.requests).toMatchObject([{ memberId: 'ben', role: Role.Talker }]);
  act(() => result.current.refuse(result.current.requests[0]!));
  expect(result.current.requests).toEqual([]);
});

test('moderation without a conference rejects, and does nothing', async () => {
  const { result } = await hookOfAnn(useRoles);
  await expect(result.current.muteAll()).rejects.toThrow();
});

test('a recording is shared by components, and ends with its stream', async () => {
  const useBoth = () => ({ one: useRecording('S-ben'), other: useRecording('S-ben'), none: useRecording(undefined) });
  const { ann, result, settle } = await hookOfAnn(useBoth);
  const flags: unknown[] = [];
  ann.platform.server.on(OP_RECORD, ({ flag }) => {
    flags.push(flag);
    return { result: 0 };
  });
  act(() => void result.current.one.start());
  await settle();
  expect([result.current.one, result.current.other, result.current.none].map((now) => now.isRecording)).toEqual([
    true,
    true,
    false,
  ]);
  act(() => void result.current.other.stop());
  await settle();
  expect([result.current.one.isRecording, flags]).toEqual([false, [1, 0]]);
  act(() => void result.current.one.start());
  await settle();
  act(() => ann.platform.server.push({ op: Op.StreamUnpublished, memId: 'ben', pubSId: 'S-ben' }));
  await settle();
  expect(result.current.one.isRecording).toBe(false);
});

test('a recording that the server refuses is an error', async () => {
  const { ann, result, settle } = await hookOfAnn(() => useRecording('S-ben'));
  ann.platform.server.on(OP_RECORD, () => ({ result: -500, msg: 'no space' }));
  act(() => void result.current.start());
  await settle();
  expect(result.current).toMatchObject({ isRecording: false, isPending: false, error: { code: -500 } });
});

test('another camera and microphone are chosen while they are sent', async () => {
  const { ann, result, settle } = await hookOfAnn(useDeviceSelection);
  ann.platform.devices.devices.push({ kind: 'audioinput', deviceId: 'second', label: 'second', groupId: 'x' } as never);
  await act(async () => void (await ann.conference.publish()));
  act(() => void result.current.chooseMicrophone('second'));
  await settle();
  const last = ann.platform.devices.requests.at(-1);
  expect(last).toMatchObject({ audio: { deviceId: { exact: 'second' } } });
  expect(result.current).toMatchObject({ isPending: false, error: undefined, speakerId: '' });
});

test('the speaker is chosen for everything that plays; where pages cannot choose, that is an error', async () => {
  const { ann, result, settle } = await hookOfAnn(useDeviceSelection);
  act(() => void result.current.chooseSpeaker('loud'));
  await settle();
  expect(result.current).toMatchObject({ speakerId: 'loud', error: undefined });
  vi.spyOn(ann.platform, 'createAudioElement').mockReturnValue({} as HTMLAudioElement);
  act(() => void result.current.chooseSpeaker('other'));
  await settle();
  expect(result.current).toMatchObject({ speakerId: 'loud', error: { reason: 'unsupported' } });
});

test('there is no P2P call in a conference of another type', () => {
  const { result } = renderHook(useP2pCall, { wrapper: within(new FakeClient(new FakeConference())) });
  expect(result.current).toEqual({ call: undefined, main: undefined, screens: [] });
});

/** A recorder of a browser that writes one part when it stops. */
class PartRecorder extends EventTarget {
  static readonly isTypeSupported = () => true;
  state = 'inactive';
  readonly mimeType = 'video/webm';
  ondataavailable: ((event: { data: Blob }) => void) | undefined;
  onstop: (() => void) | undefined;

  start(): void {
    this.state = 'recording';
  }

  stop(): void {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['part']) });
    this.onstop?.();
  }
}

test('a page records one file at a time, and has it when the recording is stopped', async () => {
  const options = { recorder: PartRecorder as never, repair: (raw: Blob) => Promise.resolve(raw) };
  const usePageRecorder = () => useRecorder(useStream('S-ben')?.mediaStream, options);
  const { result, settle } = await hookOfAnn(usePageRecorder);
  act(() => result.current.start());
  expect(result.current.state).toBe('recording');
  act(() => result.current.start());
  act(() => result.current.stop());
  await settle();
  expect(result.current).toMatchObject({ state: 'finished', bytes: 4, recording: { isSeekable: true } });
  act(() => result.current.start());
  expect(result.current).toMatchObject({ state: 'recording', recording: undefined });
});

test('nothing is recorded without a stream', async () => {
  const { result } = await hookOfAnn(() => useRecorder(undefined));
  act(() => result.current.start());
  expect(result.current.state).toBe('idle');
});

test('an element is bound while it is mounted, and its events reach the newest listener', async () => {
  const { ann } = await hookOfAnn(() => undefined);
  const states: string[] = [];
  const Player = ({ prefix }: { readonly prefix: string }) => {
    const { ref, binding } = useElementBinding<HTMLVideoElement>('S-ben');
    useElementEvent(binding, 'stateChanged', (state) => states.push(prefix + state));
    return <video ref={ref} data-state={binding?.state} />;
  };
  const view = render(<Player prefix="1:" />, { wrapper: within(ann.client) });
  const video = view.container.querySelector('video');
  expect(video?.dataset['state']).not.toBe('closed');
  view.rerender(<Player prefix="2:" />);
  view.unmount();
  expect(states.every((state) => state.startsWith('2:'))).toBe(true);
});
