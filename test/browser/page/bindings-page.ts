/** Runs inside the page: the React bindings for calls and sound; the query names view, server and users. */
import { ConferenceType, registerUser, requestToken, Role, RtcClient, type Snapshots } from '@lectern/rtc';
import { Calls, type CallsSnapshot } from '@lectern/rtc/call';
import { ImClient } from '@lectern/rtc/im';
import {
  AudioRenderer,
  LecternProvider,
  useAudioPlayback,
  useAutoSubscribe,
  useConference,
  useP2pCall,
  useStreamIds,
} from '@lectern/react';
import { CallWindow, IncomingCall, UiTexts, type UiLocale } from '@lectern/react/ui';
import { createElement, Fragment, StrictMode, useEffect, useState, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

const PASSWORD = 'secret1';
const query = new URLSearchParams(location.search);
const get = (name: string): string => query.get(name) ?? '';
const server = { restUrl: get('server'), appKey: 'lectern#demo', username: get('user'), password: PASSWORD };

const button = (text: string, onClick: () => unknown): ReactElement =>
  createElement('button', { type: 'button', onClick: () => void onClick() }, text);

async function signIn(): Promise<RtcClient> {
  const { memName, token } = await requestToken(server);
  return new RtcClient({ ...server, identity: { memName, token } });
}

async function callView(): Promise<ReactElement> {
  const client = new ImClient({ ...server, identity: { username: server.username, password: PASSWORD } });
  const calls = new Calls(client);
  await client.open();
  const snapshots: Snapshots<CallsSnapshot> = calls;
  const place = (): void => {
    // The window of the call shows how it ends.
    calls
      .call(get('peer'), { video: true })
      .accepted()
      .catch(() => undefined);
  };
  return createElement(
    UiTexts,
    { locale: get('locale') as UiLocale },
    button('Place the call', place),
    createElement(IncomingCall, { calls: snapshots }),
    createElement(CallWindow, { calls: snapshots }),
  );
}

function Picture({ media, side }: { readonly media: MediaStream | undefined; readonly side: string }): ReactElement {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  useEffect(() => {
    if (video) video.srcObject = media ?? null;
  }, [video, media]);
  return createElement('video', { ref: setVideo, autoPlay: true, muted: side === 'local', 'data-side': side });
}

function P2pView(): ReactElement {
  const { call, main } = useP2pCall();
  const isRinging = main?.link === 'ringing';
  return createElement(
    'section',
    { 'data-link': main?.link ?? 'none', 'data-muted': String(main?.remoteVideoMuted ?? false) },
    call && !main && button('Call', () => call.call()),
    isRinging && button('Answer', () => call?.main?.accept()),
    main && button('Mute the camera', () => call?.main?.setMuted('video', true)),
    main && button('Hang up', () => call?.main?.hangUp()),
    createElement(Picture, { media: main?.remoteMedia, side: 'remote' }),
    createElement(Picture, { media: main?.localMedia, side: 'local' }),
  );
}

async function p2pView(): Promise<ReactElement> {
  const client = await signIn();
  const ticket = query.has('conference')
    ? await client.requestTicket({ conferenceId: get('conference'), password: PASSWORD })
    : await client.createConference({ type: ConferenceType.P2p, password: PASSWORD, callee: get('peer') });
  await client.joinWithTicket(ticket);
  document.title = ticket.conferenceId;
  return createElement(LecternProvider, { client }, createElement(P2pView));
}

function Sound(): ReactElement {
  const conference = useConference();
  const { isBlocked, resume } = useAudioPlayback();
  useAutoSubscribe({ audio: true, video: false });
  const ids = useStreamIds();
  // Tests listen for this event: what they evaluate in a page counts as a click of its user.
  useEffect(() => {
    if (isBlocked) window.soundIsBlocked?.();
  }, [isBlocked]);
  return createElement(
    Fragment,
    null,
    createElement('output', null, `${conference ? 'joined' : 'outside'}, ${ids.length} streams`),
    isBlocked && button('Turn the sound on', resume),
    createElement(AudioRenderer),
  );
}

async function soundView(): Promise<ReactElement> {
  const client = await signIn();
  const isSpeaking = query.has('speaks');
  const role = isSpeaking ? Role.Talker : Role.Audience;
  const conference = await client.joinRoom({ roomName: get('room'), password: PASSWORD, role });
  if (isSpeaking) await conference.publish({ audio: true, video: false });
  return createElement(LecternProvider, { client }, createElement(Sound));
}

declare global {
  interface Window {
    /** Defined by tests. */
    readonly soundIsBlocked?: () => void;
  }
}

const VIEWS: Readonly<Record<string, () => Promise<ReactElement>>> = {
  call: callView,
  p2p: p2pView,
  sound: soundView,
};

async function show(): Promise<void> {
  await registerUser(server);
  const view = await VIEWS[get('view')]?.();
  const main = document.body.appendChild(document.createElement('main'));
  createRoot(main).render(createElement(StrictMode, null, view));
}

void show();
