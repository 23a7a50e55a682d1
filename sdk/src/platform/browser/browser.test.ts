import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserPlatform } from './index.js';
import { parseUserAgent } from './user-agent.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('parseUserAgent', () => {
  it.each([
    ['chrome', 156, CHROME],
    ['chrome', 120, CHROME.replace('Chrome/156', 'HeadlessChrome/120')],
    ['edge', 131, `${CHROME} Edg/131.0.0.0`],
    ['opera', 99, `${CHROME} OPR/99.0.0.0`],
    ['electron', 33, CHROME.replace('Safari', 'Electron/33.2.0 Safari')],
    ['firefox', 128, 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
    [
      'safari',
      17,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    ],
    [
      'safari',
      11,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1',
    ],
    // Chrome, Firefox and Edge of iOS, an application's page, and Chrome of an iPad that asks for pages of computers.
    ['safari', 17, `${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`],
    ['safari', 17, `${IPHONE} FxiOS/128.0 Mobile/15E148 Safari/605.1.15`],
    ['safari', 17, `${IPHONE} Version/17.0 EdgiOS/120.0.2210.150 Mobile/15E148 Safari/605.1.15`],
    ['safari', 17, `${IPHONE} Mobile/15E148`],
    [
      'safari',
      16,
      `${IPHONE.replace('iPhone; CPU iPhone OS 17_4', 'iPad; CPU OS 16_1')} CriOS/120 Mobile/15E148 Safari/604.1`,
    ],
    ['safari', 15, `${SAFARI.replace('Version/', 'CriOS/120 Version/')}11.1.1 Safari/605.1.15`],
    ['edge', 44, `${CHROME} Edge/44.1`],
    ['edge', 120, `${CHROME} EdgA/120.0`],
    ['unknown', 0, 'curl/8'],
  ])('%s %i', (browser, browserVersion, userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, browserVersion, userAgent });
  });
});

describe('createBrowserPlatform', () => {
  afterEach(() => vi.unstubAllGlobals());

  function stubPage(overrides: Record<string, unknown> = {}): EventTarget {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.stubGlobal('navigator', { userAgent: CHROME, onLine: true, ...overrides });
    vi.stubGlobal('location', { origin: 'https://page.example' });
    return page;
  }

  it('tells of the page', () => {
    stubPage();
    const platform = createBrowserPlatform();
    expect(platform.info).toEqual({ browser: 'chrome', browserVersion: 156, userAgent: CHROME });
    expect(platform.origin).toBe('https://page.example');
    expect(platform.media).toBeUndefined();
    expect(platform.videoCodecs()).toEqual(['VP8', 'H264']);
  });

  it.each([
    [CHROME, {}, ['VP8', 'H264']],
    [`${SAFARI}17.4 Safari/605.1.15`, { opensOneSubscription: true, keepsVideoInP2p: true }, ['VP8', 'H264']],
    [
      `${SAFARI}11.0 Mobile/15A372 Safari/604.1`,
      { opensOneSubscription: true, keepsVideoInP2p: true, needsCaptureToPlay: true },
      ['H264'],
    ],
  ])('knows what %s can not do', (userAgent, limits, codecs) => {
    stubPage({ userAgent });
    const platform = createBrowserPlatform();
    const none = { opensOneSubscription: false, keepsVideoInP2p: false, needsCaptureToPlay: false };
    expect(platform.limits).toEqual({ ...none, ...limits });
    expect(platform.videoCodecs()).toEqual(codecs);
  });

  it('follows the browser going offline and online until it is disposed', () => {
    const page = stubPage();
    const { network } = createBrowserPlatform();
    const changes: boolean[] = [];
    const stop = network.onChange((online) => changes.push(online));
    page.dispatchEvent(new Event('offline'));
    page.dispatchEvent(new Event('online'));
    stop();
    page.dispatchEvent(new Event('offline'));
    expect(changes).toEqual([false, true]);
    expect(network.isOnline()).toBe(true);
  });

  it('lets an adapter change the page once, however many platforms are made', () => {
    const page = stubPage();
    const adapter = vi.fn();
    createBrowserPlatform();
    expect(adapter).not.toHaveBeenCalled();
    createBrowserPlatform({ adapter });
    createBrowserPlatform({ adapter });
    expect(adapter.mock.calls).toEqual([[{ window: page }]]);
  });

  it('tells of plugged devices', () => {
    const devices = new EventTarget();
    stubPage({ mediaDevices: devices });
    const listener = vi.fn();
    const stop = createBrowserPlatform().media?.onDeviceChange(listener);
    devices.dispatchEvent(new Event('devicechange'));
    stop?.();
    devices.dispatchEvent(new Event('devicechange'));
    expect(listener).toHaveBeenCalledOnce();
  });
});
