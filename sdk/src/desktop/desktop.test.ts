import { describe, expect, it, vi } from 'vitest';
import type { Conference } from '../conference/types.js';
import { Op, StreamType } from '../protocol/index.js';
import { FakeElement } from '../testing/media.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';
import { canShareDesktop, shareDesktop, type ElectronSource, type ShareDesktopOptions } from './index.js';

async function setUp(options?: ScenarioOptions, type?: number) {
  const scenario = new Scenario(options);
  if (type !== undefined) {
    const ticket = JSON.stringify({ url: 'wss://server.example/rtc/ws', confrId: 'LC1', memName: 'org#app_alice' });
    const body = { error: 0, confrId: 'LC1', type, roleToken: 'R', ticket };
    scenario.platform.http.on('POST', '/req/ticket', { body });
  }
  const conference = await scenario.join();
  await scenario.advance();
  const { devices, server } = scenario.platform;
  return {
    scenario,
    conference,
    devices,
    server,
    share: async (shareOptions?: ShareDesktopOptions) => {
      const sharing = shareDesktop(conference, shareOptions);
      sharing.catch(() => undefined);
      await scenario.advance();
      return sharing;
    },
    pubs: () => server.messages(Op.Init).flatMap(({ pubS }) => (pubS ? [pubS] : [])),
    offers: () => scenario.traffic.filter((line) => /^10[27]/.test(line)),
  };
}

const thumbnail = { toDataURL: () => 'data:,' };
const SCREENS: readonly ElectronSource[] = [
  { id: 'screen:0:0', name: 'Entire screen', thumbnail },
  { id: 'window:7:0', name: 'Slides', thumbnail },
];

describe('sharing a desktop', () => {
  it('rejects when the conference ends while the user chooses, and closes the dialog', async () => {
    const { conference, scenario } = await setUp({ info: { browser: 'electron', browserVersion: 33 } });
    let isClosed = false;
    const choose = (_: unknown, signal?: AbortSignal) =>
      new Promise<undefined>((resolve) => {
        signal?.addEventListener('abort', () => {
          isClosed = true;
          resolve(undefined);
        });
      });
    const sharing = shareDesktop(conference, { electron: { getSources: async () => SCREENS, choose } });
    const rejected = expect(sharing).rejects.toMatchObject({ reason: 'closed' });
    await scenario.advance();
    const leaving = conference.leave();
    await scenario.advance(500);
    await Promise.all([leaving, rejected]);
    expect([isClosed, scenario.platform.devices.live.length]).toEqual([true, 0]);
  });

  it('publishes what the user chose as a stream of its own beside the camera', async () => {
    const { conference, share, pubs, devices } = await setUp();
    void conference.publish();
    const stream = await share({ name: 'slides', ext: { page: 1 } });
    expect(pubs().at(-1)).toEqual({
      type: 1,
      voff: 0,
      aoff: 1,
      name: 'slides',
      ext: '{"page":1}',
      screenOptions: ['screen', 'window', 'tab'],
    });
    expect(conference.state.getSnapshot().streams.map(({ type }) => type)).toEqual([0, 1]);
    expect([stream.type, stream.snapshot.isLocal]).toEqual([StreamType.Desktop, true]);
    expect(conference.localStream(StreamType.Desktop)).toBe(stream);
    expect(devices.opened.at(-1)?.contentHint).toBe('detail');
    const element = new FakeElement();
    stream.attach(element.asElement);
    expect(element.srcObject).toBe(stream.mediaStream);
  });

  it('asks for all sources, no sound, and a picture that encoders can carry', async () => {
    const { share, devices } = await setUp();
    await share();
    expect(devices.displayRequests).toEqual([
      {
        video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { ideal: 15, max: 30 } },
        audio: false,
        monitorTypeSurfaces: 'include',
        selfBrowserSurface: 'exclude',
        surfaceSwitching: 'include',
        systemAudio: 'exclude',
        windowAudio: 'exclude',
      },
    ]);
  });

  it('with sound keeps the members from hearing themselves, where the browser knows how', async () => {
    const { share, devices, pubs } = await setUp();
    devices.display = ['audio', 'video'];
    devices.supportedConstraints = { restrictOwnAudio: true, suppressLocalAudioPlayback: true };
    await (await share({ audio: true })).unpublish();
    devices.supportedConstraints = {};
    await share({ audio: true, sources: ['tab'], contentHint: 'motion' });
    const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    expect(devices.displayRequests.map(({ audio }) => audio)).toEqual([
      { ...plain, restrictOwnAudio: true, suppressLocalAudioPlayback: true },
      plain,
    ]);
    expect(devices.displayRequests[1]).toMatchObject({
      video: { displaySurface: 'browser' },
      monitorTypeSurfaces: 'exclude',
      systemAudio: 'include',
    });
    expect(pubs().at(-1)).toMatchObject({ aoff: 0, voff: 0, screenOptions: ['tab'] });
    expect(devices.live.map(({ kind, contentHint }) => [kind, contentHint])).toEqual([
      ['audio', 'music'],
      ['video', 'motion'],
    ]);
  });

  it('is seen by the others as a stream of its own', async () => {
    const { scenario, conference, server } = await setUp();
    server.push({ op: 300, cver: 2, mem: fakeMember('bob') });
    server.push({ op: 302, cver: 3, memId: 'bob', pubS: fakeStream('D1', 'bob', { type: 1 }) });
    await scenario.advance();
    const [stream] = conference.state.getSnapshot().streams;
    expect(stream).toMatchObject({ id: 'D1', type: StreamType.Desktop, isLocal: false });
  });
});

describe('the end of sharing', () => {
  it("by the browser's own bar is the end for everybody, and the next one can be shared", async () => {
    const { share, conference, devices, offers, scenario } = await setUp();
    devices.display = ['audio', 'video'];
    await share({ audio: true });
    const heard: unknown[] = [];
    conference.on('error', (error) => heard.push(error));
    conference.on('streamRemoved', ({ type, isLocal }) => heard.push([type, isLocal]));
    // The browser's bar ends both at once; the events follow one after the other.
    const [audio, video] = devices.opened;
    video?.stop();
    audio?.end();
    video?.end();
    await scenario.advance();
    expect(heard).toEqual([[1, true]]);
    expect(offers()).toEqual(['102 RTC0', '107 RTC0']);
    expect(conference.localStream(StreamType.Desktop)).toBeUndefined();
    await share();
  });

  it('comes with the role of audience, and with leaving', async () => {
    const { share, server, scenario, conference, devices } = await setUp();
    await share();
    server.push({ op: Op.RoleUpdated, role: 1 });
    await scenario.advance();
    expect([conference.state.getSnapshot().streams, devices.live]).toEqual([[], []]);
    server.push({ op: Op.RoleUpdated, role: 3 });
    await scenario.advance();
    await share();
    void conference.leave();
    await scenario.advance(1_000);
    expect(devices.live).toHaveLength(0);
  });

  it('of its sound alone leaves the picture, and no microphone takes its place', async () => {
    const { share, devices } = await setUp();
    devices.display = ['audio', 'video'];
    const stream = await share({ audio: true });
    devices.opened[0]?.end();
    expect(stream.snapshot).toMatchObject({ audioMuted: true, videoMuted: false });
    await expect(stream.unmuteAudio()).rejects.toMatchObject({ errorType: 'aoff_fail', code: -203 });
    expect(devices.requests).toEqual([]);
  });

  it('while the server still decides takes everything back', async () => {
    const { share, server, devices, scenario, conference } = await setUp();
    server.on(Op.Init, () => undefined);
    const sharing = share();
    sharing.catch(() => undefined);
    await scenario.advance();
    devices.opened[0]?.end();
    await expect(sharing).rejects.toMatchObject({ reason: 'closed' });
    expect(conference.state.getSnapshot().streams).toEqual([]);
  });
});

describe('no desktop is shared', () => {
  const refusals: [string, string, ScenarioOptions, ShareDesktopOptions, number | undefined][] = [
    ['by audience', 'Audience not allow publish', { enter: { role: 1 } }, {}, undefined],
    ['with sound in a mixed conference', 'confr mix. not allow desktop with audio.', {}, { audio: true }, 11],
    ['with sound in a live conference', 'confr mix. not allow desktop with audio.', {}, { audio: true }, 12],
  ];

  it.each(refusals)('%s', async (_, specMessage, options, shareOptions, type) => {
    const { share, devices, pubs } = await setUp(options, type);
    await expect(share(shareOptions)).rejects.toMatchObject({ specMessage });
    expect([devices.displayRequests, pubs()]).toEqual([[], []]);
  });

  it('twice, also while the user still chooses', async () => {
    const { share, conference, scenario } = await setUp();
    const specMessage = 'desktop stream has been published. not allow repeat publish.';
    const first = share();
    await expect(shareDesktop(conference)).rejects.toMatchObject({ specMessage, reason: 'invalid-state' });
    await scenario.advance();
    await first;
    await expect(share()).rejects.toMatchObject({ specMessage });
  });

  it('without a conference, or after it was left', async () => {
    await expect(shareDesktop({ id: '' } as Conference)).rejects.toMatchObject({ specMessage: 'confr is not exist' });
    await expect(shareDesktop(undefined as unknown as Conference)).rejects.toMatchObject({
      specMessage: 'confr is not exist',
    });
    const { conference, scenario, share } = await setUp();
    void conference.leave();
    await scenario.advance(1_000);
    await expect(share()).rejects.toMatchObject({ specMessage: 'current closed' });
  });

  it.each([
    ['NotAllowedError', 'User denied access', 'OpenDesktopMediaAccessDenied', 'permission'],
    ['NotReadableError', 'open media error. NotReadableError when get desktop', undefined, 'media'],
  ])('%s', async (name, specMessage, outcome, reason) => {
    const { share, devices } = await setUp();
    devices.display = name;
    const error = { specMessage, outcome, reason, code: -201, errorType: 'open_user_media_fail' };
    await expect(share()).rejects.toMatchObject(error);
    devices.display = ['video'];
    await share();
  });

  it('by a refusal of the server, or by an abort while the user chooses: it is closed when it comes', async () => {
    const { share, devices, server, scenario } = await setUp();
    server.on(Op.Init, () => ({ result: -554 }));
    await expect(share()).rejects.toMatchObject({ errorType: 'push_fail', cause: { code: -554 } });
    let choose: () => void = () => undefined;
    devices.gate = new Promise((resolve) => (choose = resolve));
    const controller = new AbortController();
    const sharing = share({ signal: controller.signal });
    controller.abort();
    await expect(sharing).rejects.toMatchObject({ reason: 'aborted' });
    choose();
    await scenario.advance();
    expect([devices.opened.length, devices.live.length]).toEqual([2, 0]);
  });

  it('to a conference that was left while the user chose', async () => {
    const { conference, devices, scenario } = await setUp();
    let choose: () => void = () => undefined;
    devices.gate = new Promise((resolve) => (choose = resolve));
    const sharing = shareDesktop(conference);
    sharing.catch(() => undefined);
    void conference.leave();
    await scenario.advance(1_000);
    choose();
    await expect(sharing).rejects.toMatchObject({ specMessage: 'current closed' });
    expect(devices.live).toHaveLength(0);
  });
});

describe('in Electron', () => {
  const electron = (choice?: string) => ({
    getSources: vi.fn(() => Promise.resolve(SCREENS)),
    choose: vi.fn((sources: readonly ElectronSource[]) => Promise.resolve(sources.find(({ id }) => id === choice))),
  });
  const info = { info: { browser: 'electron', browserVersion: 33 } };

  it('offers screens and windows with thumbnails of 230 px, and opens the chosen one', async () => {
    const { share, devices, pubs } = await setUp(info);
    const way = electron('window:7:0');
    await share({ electron: way, video: { width: { max: 1280 }, frameRate: 10 } });
    expect(way.getSources).toHaveBeenCalledWith({
      types: ['screen', 'window'],
      thumbnailSize: { width: 230, height: 230 },
    });
    expect(way.choose.mock.calls[0]?.[0]).toBe(SCREENS);
    const source = { chromeMediaSource: 'desktop', chromeMediaSourceId: 'window:7:0' };
    const video = { mandatory: { ...source, maxWidth: 1280, maxHeight: 1080, maxFrameRate: 10 } };
    expect(devices.requests).toEqual([{ video, audio: false }]);
    expect(pubs()[0]).toMatchObject({ type: 1, screenOptions: ['screen', 'window'] });
  });

  it('goes without sound where the system has none', async () => {
    const { share, devices } = await setUp(info);
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (constraints) =>
      constraints.audio ? Promise.reject(new DOMException('fake', 'NotReadableError')) : open(constraints);
    const stream = await share({ electron: electron('screen:0:0'), audio: true });
    expect(stream.snapshot).toMatchObject({ audioMuted: true, videoMuted: false });
  });

  it('tells of a user who chose nothing', async () => {
    const { share } = await setUp(info);
    const refusal = { specMessage: 'User denied access', outcome: 'OpenDesktopMediaAccessDenied' };
    await expect(share({ electron: electron() })).rejects.toMatchObject(refusal);
  });

  it('uses the display of the browser where no sources are handed in', async () => {
    const { share, devices, pubs } = await setUp(info);
    await share();
    expect(devices.displayRequests).toHaveLength(1);
    expect(pubs()[0]).toMatchObject({ screenOptions: ['screen', 'window'] });
  });
});

describe('in an older page', () => {
  const extension = (isLoaded: boolean, id?: string) => ({
    markerId: 'share-marker',
    document: { getElementById: (wanted: string) => (isLoaded && wanted === 'share-marker' ? {} : null) },
    requestSource: vi.fn(() => Promise.resolve(id)),
  });

  async function older() {
    const page = await setUp();
    (page.devices as { getDisplayMedia: unknown }).getDisplayMedia = undefined;
    return page;
  }

  it('asks the extension whose marker it finds', async () => {
    const { share, devices, scenario } = await older();
    const loaded = extension(true, 'stream-id');
    expect(canShareDesktop(scenario.platform, { extension: loaded })).toBe(true);
    await share({ extension: loaded });
    expect(loaded.requestSource).toHaveBeenCalledWith(['screen', 'window', 'tab']);
    expect(devices.requests).toMatchObject([{ video: { mandatory: { chromeMediaSourceId: 'stream-id' } } }]);
  });

  it.each([false, undefined])('tells that the extension is not there (%s)', async (isLoaded) => {
    const { share, scenario } = await older();
    const missing = isLoaded === undefined ? {} : { extension: extension(isLoaded, 'stream-id') };
    expect(canShareDesktop(scenario.platform, missing)).toBe(false);
    await expect(share(missing)).rejects.toMatchObject({
      name: 'DesktopError',
      specMessage: 'Rtc share desktop not loaded',
      outcome: 'ShareDesktopExtensionNotFound',
      reason: 'unsupported',
      code: -201,
    });
  });

  it('tells that the user refused', async () => {
    const { share } = await older();
    await expect(share({ extension: extension(true) })).rejects.toMatchObject({ specMessage: 'User denied access' });
  });
});
