/** Runs inside the page: one side of a P2P call, whose camera and screen the other side sees. */
import { ConferenceType, registerUser, requestToken, RtcClient, type Conference } from '@lectern/rtc';
import { P2pCall, type P2pStream } from '@lectern/rtc/p2p';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

/** A stream of the call, as tests read it. */
export interface SeenP2pStream {
  readonly isMain: boolean;
  readonly isOutgoing: boolean;
  readonly link: string;
  readonly remoteVideoMuted: boolean;
}

const PASSWORD = 'secret1';

let conference: Conference;
let call: P2pCall;
let shared: P2pStream | undefined;

const nameOf = (isMain: boolean): string => (isMain ? 'camera' : 'screen');

/** Shows what is received of each stream, in an element of its own. */
function show(): void {
  for (const { id, isMain, isOutgoing, remoteMedia } of call.state.getSnapshot().streams) {
    if (!remoteMedia || (!isMain && isOutgoing) || document.getElementById(nameOf(isMain))) continue;
    const element = Object.assign(document.createElement('video'), { id: nameOf(isMain), autoplay: true });
    document.body.append(element);
    call.stream(id)?.attach(element);
  }
}

const p2pPage = {
  sharing: Promise.resolve(),

  /** Creates a conference with a callee, or enters one; gives its id. */
  async enter(server: Server, username: string, other: { callee?: string; conferenceId?: string }): Promise<string> {
    await registerUser({ ...server, username, password: PASSWORD });
    const { memName, token } = await requestToken({ ...server, username, password: PASSWORD });
    const client = new RtcClient({ ...server, identity: { memName, token } });
    const { callee, conferenceId } = other;
    const ticket =
      conferenceId === undefined
        ? await client.createConference({ type: ConferenceType.P2p, password: PASSWORD, callee: callee ?? '' })
        : await client.requestTicket({ conferenceId, password: PASSWORD });
    conference = await client.joinWithTicket(ticket);
    call = new P2pCall(conference);
    call.state.subscribe(show);
    call.on('ended', ({ snapshot: { isMain } }) => document.getElementById(nameOf(isMain))?.remove());
    // Browsers share displays only after a user gesture.
    const button = Object.assign(document.createElement('button'), { textContent: 'Share' });
    button.addEventListener('click', () => {
      p2pPage.sharing = navigator.mediaDevices.getDisplayMedia({ video: true }).then(async (media) => {
        shared = await call.share(media);
      });
    });
    document.body.append(button);
    return ticket.conferenceId;
  },

  async call(): Promise<void> {
    await call.call();
  },

  /** Accepts what rings: the call, or a shared screen. */
  async accept(): Promise<void> {
    const ringing = call.state.getSnapshot().streams.find(({ link }) => link === 'ringing');
    await call.stream(ringing?.id ?? '')?.accept();
  },

  async setVideoMuted(isMuted: boolean): Promise<void> {
    await call.main?.setMuted('video', isMuted);
  },

  async publish(): Promise<void> {
    await conference.publish();
  },

  async stopSharing(): Promise<void> {
    await shared?.hangUp();
  },

  async hangUp(): Promise<void> {
    await call.main?.hangUp();
  },

  streams(): SeenP2pStream[] {
    return call.state
      .getSnapshot()
      .streams.map(({ isMain, isOutgoing, link, remoteVideoMuted }) => ({
        isMain,
        isOutgoing,
        link,
        remoteVideoMuted,
      }));
  },

  /** Names of the kinds of reports that the connection of the call has. */
  async statTypes(): Promise<string[]> {
    const report = (await call.main?.stats()) as unknown as ReadonlyMap<string, { readonly type: string }> | undefined;
    return [...new Set([...(report?.values() ?? [])].map(({ type }) => type))];
  },
};

declare global {
  interface Window {
    p2pPage: typeof p2pPage;
  }
}

window.p2pPage = p2pPage;
