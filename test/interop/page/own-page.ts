/** Runs inside the page: a user on our own client, with calls, beside the published ones. */
import { registerUser } from '@lectern/rtc';
import { Calls, type Call } from '@lectern/rtc/call';
import { ImClient, inviteOf, type ImInvite, type ImMessage } from '@lectern/rtc/im';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

/** State of a call, as tests read it. */
export interface SeenCall {
  readonly state: string;
  readonly peer: string;
  readonly isIncoming: boolean;
  readonly isVideo: boolean;
  readonly endReason: string | undefined;
  readonly endedBy: string | undefined;
  readonly remoteAudioMuted: boolean;
  readonly remoteVideoMuted: boolean;
  readonly error: string | undefined;
}

const PASSWORD = 'secret1';

let client: ImClient;
let calls: Calls;
let call: Call | undefined;
const messages: ImMessage[] = [];

const current = (): Call => {
  if (call === undefined) throw new Error('there is no call');
  return call;
};

const show = (taken: Call): void => {
  call = taken;
  document.getElementById('remote')?.remove();
  const video = Object.assign(document.createElement('video'), { id: 'remote', autoplay: true });
  document.body.append(video);
  taken.attach(video);
};

const ownPage = {
  async enter(server: Server, username: string): Promise<void> {
    await registerUser({ ...server, username, password: PASSWORD });
    client = new ImClient({ ...server, identity: { username, password: PASSWORD } });
    client.on('message', (message) => messages.push(message));
    calls = new Calls(client);
    calls.on('incoming', show);
    await client.open();
  },

  close(): void {
    calls.close();
    client.close();
  },

  /** Sends a text; gives the server's id of it. */
  async say(to: string, data: string, type: 'single' | 'group' = 'single', ext: object = {}): Promise<string> {
    return (await client.send({ to, type, contentsType: 'TEXT', data, ext: { ...ext } })).id;
  },

  messages(): ImMessage[] {
    return messages;
  },

  /** Invitations to conferences among the messages. */
  invites(): ImInvite[] {
    return messages.flatMap((message) => inviteOf(message) ?? []);
  },

  /** Texts of a conversation, oldest first. */
  async history(peer: string, type: 'single' | 'group' = 'single'): Promise<string[]> {
    const read: ImMessage[] = [];
    for await (const message of client.history(peer, { type })) read.unshift(message);
    return read.flatMap((message) => (message.contentsType === 'TEXT' ? [message.data] : []));
  },

  call(peer: string, video: boolean): void {
    show(calls.call(peer, { video }));
    // The call's state reports its end.
    current()
      .accepted()
      .catch(() => undefined);
  },

  accept(): Promise<void> {
    return current().accept();
  },

  hangUp(): void {
    current().hangUp();
  },

  async mute(kind: 'audio' | 'video', isMuted: boolean): Promise<void> {
    await current().setMuted(kind, isMuted);
  },

  seen(): SeenCall | undefined {
    if (call === undefined) return undefined;
    const { state, peer, isIncoming, isVideo, endReason, endedBy, error, ...rest } = call.getSnapshot();
    const { remoteAudioMuted, remoteVideoMuted } = rest;
    const muted = { remoteAudioMuted, remoteVideoMuted };
    return { state, peer, isIncoming, isVideo, endReason, endedBy, error: error?.message, ...muted };
  },

  perceive() {
    const elements = [...document.querySelectorAll('video, audio')];
    return window.lecternReader.reports()[elements.findIndex(({ id }) => id === 'remote')];
  },
};

declare global {
  interface Window {
    ownPage: typeof ownPage;
  }
}

window.ownPage = ownPage;

export type OwnPage = typeof ownPage;
