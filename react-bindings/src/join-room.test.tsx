// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { ExitReason, Role, type RtcClient } from '@lectern/rtc';
import { StrictMode, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LecternProvider, useClient, useJoinRoom } from './index.js';
import { FakeClient, FakeConference } from './testing/fake-conference.js';

afterEach(cleanup);

const options = { roomName: 'algebra', password: '1234', role: Role.Talker };

function setUp(inline?: () => Parameters<typeof useJoinRoom>[0]) {
  const client = new FakeClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <LecternProvider client={client}>{children}</LecternProvider>
    </StrictMode>
  );
  return { client, ...renderHook(() => useJoinRoom(inline?.() ?? options), { wrapper }) };
}

const joinOf = (client: FakeClient, index: number) => {
  const join = client.joins[index];
  if (!join) throw new Error(`there was no join number ${index}`);
  return join;
};

test('StrictMode joins exactly once, and stays joined', async () => {
  const { client, result } = setUp();
  const conference = new FakeConference();
  await act(async () => joinOf(client, 0).succeed(conference));
  expect(client.joins).toHaveLength(1);
  expect(conference.leaves).toBe(0);
  expect(result.current).toMatchObject({ status: 'joined', conference });
});

test('options that are written inline join once; another value leaves and joins again', async () => {
  let room = 'algebra';
  const { client, result, rerender } = setUp(() => ({
    ...{ roomName: room, password: '1234', role: Role.Talker, ext: { seats: [1, { row: 'a' }] } },
    config: { rec: true },
  }));
  const conference = new FakeConference();
  await act(async () => joinOf(client, 0).succeed(conference));
  rerender();
  expect([client.joins.length, conference.leaves, result.current.status]).toEqual([1, 0, 'joined']);
  room = 'geometry';
  rerender();
  await act(async () => undefined);
  expect([client.joins.length, conference.leaves, result.current.status]).toEqual([2, 1, 'joining']);
  expect(joinOf(client, 1).options.roomName).toBe('geometry');
});

test('useClient gives the client itself', () => {
  const client = Object.assign(new FakeClient(), { renewToken: () => 'renewed' });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LecternProvider client={client}>{children}</LecternProvider>
  );
  const { result } = renderHook(() => useClient<typeof client>(), { wrapper });
  expect(result.current.renewToken()).toBe('renewed');
  const whole: RtcClient = renderHook(() => useClient(), { wrapper }).result.current;
  expect(whole).toBe(client);
});

test('unmounting leaves', async () => {
  const { client, unmount } = setUp();
  const conference = new FakeConference();
  await act(async () => joinOf(client, 0).succeed(conference));
  unmount();
  await act(async () => undefined);
  expect(conference.leaves).toBe(1);
});

test('unmounting while joining aborts, and leaves what was joined all the same', async () => {
  const { client, unmount } = setUp();
  const conference = new FakeConference();
  unmount();
  joinOf(client, 0).succeed(conference);
  await act(async () => undefined);
  expect(joinOf(client, 0).options.signal?.aborted).toBe(true);
  expect(conference.leaves).toBe(1);
});

test('a failure is kept until it is tried again', async () => {
  const { client, result } = setUp();
  const failure = new Error('wrong password');
  await act(async () => joinOf(client, 0).fail(failure));
  expect(result.current).toMatchObject({ status: 'failed', error: failure });
  act(() => result.current.retry());
  expect(result.current.status).toBe('joining');
  expect(client.joins).toHaveLength(2);
  await act(async () => joinOf(client, 1).succeed(new FakeConference()));
  expect(result.current.status).toBe('joined');
});

test('an end from outside is told with its reason', async () => {
  const { client, result } = setUp();
  const conference = new FakeConference();
  await act(async () => joinOf(client, 0).succeed(conference));
  const exit = { reason: ExitReason.Closed, code: undefined, message: undefined };
  act(() => {
    conference.update({ state: 'left', exit });
    conference.emit('left', exit);
  });
  expect(result.current).toMatchObject({ status: 'left', exit });
});

test('leaving by hand leaves once, and unmounting adds nothing', async () => {
  const { client, result, unmount } = setUp();
  const conference = new FakeConference();
  await act(async () => joinOf(client, 0).succeed(conference));
  await act(() => result.current.leave());
  expect(result.current.status).toBe('left');
  unmount();
  await act(async () => undefined);
  expect(conference.leaves).toBe(1);
});
