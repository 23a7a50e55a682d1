// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { ExitReason, Role } from '@lectern/rtc';
import { StrictMode, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LecternProvider, useJoinRoom } from './index.js';
import { FakeClient, FakeConference } from './testing/fake-conference.js';

afterEach(cleanup);

const options = { roomName: 'algebra', password: '1234', role: Role.Talker };

function setUp() {
  const client = new FakeClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <LecternProvider client={client}>{children}</LecternProvider>
    </StrictMode>
  );
  return { client, ...renderHook(() => useJoinRoom(options), { wrapper }) };
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
