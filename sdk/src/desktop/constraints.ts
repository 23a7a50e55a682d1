import type { DesktopCaptureOptions, DesktopSourceKind } from './types.js';

const SURFACES = { screen: 'monitor', window: 'window', tab: 'browser' } as const;

const LIMITS = { width: { max: 1920 }, height: { max: 1080 }, frameRate: { ideal: 15, max: 30 } } as const;

/** Fields that the DOM types lack; browsers ignore unknown ones. */
interface DisplayOptions extends DisplayMediaStreamOptions {
  readonly monitorTypeSurfaces: 'include' | 'exclude';
  readonly selfBrowserSurface: 'exclude';
  readonly surfaceSwitching: 'include';
  readonly systemAudio: 'include' | 'exclude';
  readonly windowAudio: 'window' | 'exclude';
}

/** Options for `getDisplayMedia`; `supported` are the constraints that the browser knows. */
export function displayOptions(
  options: DesktopCaptureOptions,
  sources: readonly DesktopSourceKind[],
  supported: object,
): DisplayOptions {
  const { audio = false, suppressLocalAudioPlayback = true, video } = options;
  const [only] = sources;
  // Audio of the other members that plays here must not be sent back to them, nor the shared tab's audio that the
  // microphone picks up.
  const echo = Object.entries({ restrictOwnAudio: true, suppressLocalAudioPlayback }).filter(
    ([name]) => name in supported,
  );
  // Audio processing for speech degrades music.
  const sound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  return {
    video: { ...LIMITS, ...(sources.length === 1 && only && { displaySurface: SURFACES[only] }), ...video },
    audio: audio && { ...sound, ...Object.fromEntries(echo) },
    monitorTypeSurfaces: sources.includes('screen') ? 'include' : 'exclude',
    // A page that shares itself only shows an endless mirror.
    selfBrowserSurface: 'exclude',
    surfaceSwitching: 'include',
    systemAudio: audio ? 'include' : 'exclude',
    windowAudio: audio ? 'window' : 'exclude',
  };
}

const limit = (value: ConstrainULong | ConstrainDouble | undefined, fallback: number): number =>
  typeof value === 'object' ? (value.max ?? value.ideal ?? fallback) : (value ?? fallback);

/** Constraints, in the legacy form, for `getUserMedia` of Electron and of Chromium with an extension. */
export function sourceConstraints(sourceId: string, { audio, video = {} }: DesktopCaptureOptions) {
  const source = { chromeMediaSource: 'desktop', chromeMediaSourceId: sourceId };
  const maxima = {
    maxWidth: limit(video.width, LIMITS.width.max),
    maxHeight: limit(video.height, LIMITS.height.max),
    maxFrameRate: limit(video.frameRate, LIMITS.frameRate.max),
  };
  return {
    video: { mandatory: { ...source, ...maxima } },
    audio: audio === true && { mandatory: source },
  } as MediaStreamConstraints;
}
