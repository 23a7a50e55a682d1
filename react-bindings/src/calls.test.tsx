// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Calls } from '@lectern/rtc/call';
import { ImClient } from '@lectern/rtc/im';
import {
  Command,
  CommSyncDL,
  CommSyncUL,
  CommUnreadDL,
  ConferenceBody,
  decode,
  encode,
  MSync,
  NameSpace,
  Provision,
} from '@lectern/rtc/im-protocol';
import { FakePlatform, settle } from '@lectern/rtc/testing';
import { StrictMode, useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useCall, useCurrentCall, useIncomingCall } from './index.js';

afterEach(cleanup);

/** A client of calls whose caller the test controls. */
class FakeCaller {
  readonly platform = new FakePlatform();
  readonly client = new ImClient({
    appKey: 'org#app',
    identity: { username: 'ben', token: 't' },
    platform: this.platform,
  });
  readonly calls = new Calls(this.client);
  #lastId = 0;

  async open(): Promise<void> {
    this.platform.sockets.onSocket = (socket) => {
      socket.onServerBytes = (bytes) => {
        const { command = 0, payload = new Uint8Array() } = decode(MSync, bytes);
        const reply = (answer: Uint8Array): void => socket.serverSendBytes(encode(MSync, { command, payload: answer }));
        if (command === Command.Provision) reply(encode(Provision, { status: {} }));
        if (command === Command.Unread) reply(encode(CommUnreadDL, {}));
        if (command !== Command.Sync) return;
        const { meta } = decode(CommSyncUL, payload);
        if (meta) reply(encode(CommSyncDL, { status: {}, metaId: meta.id ?? '0', serverId: '1', timestamp: '1' }));
      };
    };
    await this.client.open();
  }

  async say(content: object): Promise<void> {
    const body = { sessionId: 'S', type: 1, content: JSON.stringify(content) };
    this.#lastId += 1;
    const meta = { id: String(this.#lastId), from: { name: 'ann' }, ns: NameSpace.Conference };
    const metas = [{ ...meta, payload: encode(ConferenceBody, body) }];
    const payload = encode(CommSyncDL, { status: {}, metas, queue: {}, isLast: true });
    await this.run(() =>
      this.platform.sockets.latest.serverSendBytes(encode(MSync, { command: Command.Sync, payload })),
    );
  }

  async run(work: () => unknown = () => undefined): Promise<void> {
    await act(async () => {
      await work();
      await settle();
    });
  }
}

const OFFER = { op: 102, sessId: 'X', rtcId: 'RTCIDX', sdp: { type: 'offer', sdp: 'm=audio 9\r\nm=video 9\r\n' } };

const renders = { ringing: 0 };

function Ringing({ calls }: { readonly calls: Calls }) {
  const incoming = useIncomingCall(calls);
  useEffect(() => void (renders.ringing += 1));
  return <p data-testid="ringing">{incoming ? incoming.getSnapshot().peer : 'nobody'}</p>;
}

function Talk({ calls }: { readonly calls: Calls }) {
  const snapshot = useCall(useCurrentCall(calls));
  return (
    <p data-testid="talk">
      {snapshot ? `${snapshot.state}${snapshot.remoteVideoMuted ? ' without picture' : ''}` : 'none'}
    </p>
  );
}

const textOf = (id: string): string | null => screen.getByTestId(id).textContent;

test('a call is shown while it rings, and as it goes on', async () => {
  const caller = new FakeCaller();
  await caller.open();
  render(
    <StrictMode>
      <Ringing calls={caller.calls} />
      <Talk calls={caller.calls} />
    </StrictMode>,
  );
  expect([textOf('ringing'), textOf('talk')]).toEqual(['nobody', 'none']);
  await caller.say(OFFER);
  expect([textOf('ringing'), textOf('talk')]).toEqual(['nobody', 'calling']);
  await caller.run(() => caller.platform.clock.advance(500));
  expect([textOf('ringing'), textOf('talk')]).toEqual(['ann', 'ringing']);
  await caller.run(() => caller.calls.getSnapshot().incoming?.accept());
  expect([textOf('ringing'), textOf('talk')]).toEqual(['nobody', 'connecting']);
  renders.ringing = 0;
  await caller.run(() => caller.platform.peers.latest.setIce('connected'));
  await caller.say({ op: 400, rtcId: 'RTCIDX', controlType: 2 });
  expect(textOf('talk')).toBe('connected without picture');
  expect(renders.ringing).toBe(0);
  await caller.say({ op: 107, reason: 'success' });
  expect(textOf('talk')).toBe('none');
  caller.client.close();
});

test('without a client there is no call', () => {
  function Nobody() {
    const [incoming, call] = [useIncomingCall(undefined), useCall(undefined)];
    return <p data-testid="none">{String(incoming ?? call)}</p>;
  }
  render(<Nobody />);
  expect(textOf('none')).toBe('undefined');
});
