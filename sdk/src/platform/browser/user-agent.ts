import type { PlatformInfo, PlatformLimits } from '../types.js';

/** The first match counts: many browsers also list those that they derive from. */
const PATTERNS: readonly (readonly [browser: string, version: RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['opera', /\b(?:OPR|OPiOS)\/(\d+)/],
  ['firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['electron', /\bElectron\/(\d+)/],
  ['chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['safari', /\bVersion\/(\d+)(?:\.\d+)*(?: Mobile\/\w+)? Safari\//],
];

/** Browser and its major version; `unknown` and 0 for an unknown one. */
export function parseUserAgent(userAgent: string): PlatformInfo {
  for (const [browser, pattern] of PATTERNS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { browser, browserVersion: Number(version), userAgent };
  }
  return { browser: 'unknown', browserVersion: 0, userAgent };
}

/** True for Safari with a version below this one. */
export const isSafari = ({ browser, browserVersion }: PlatformInfo, below = Infinity): boolean =>
  browser === 'safari' && browserVersion < below;

/** Limits of Safari (spec §4, §5). */
export const limitsOf = (info: PlatformInfo): PlatformLimits => ({
  opensOneSubscription: isSafari(info),
  needsCaptureToPlay: isSafari(info, 13),
  keepsVideoInP2p: isSafari(info),
});
