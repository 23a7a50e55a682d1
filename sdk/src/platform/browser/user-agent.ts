import type { PlatformInfo, PlatformLimits } from '../types.js';

/** The first match counts: many browsers also list those that they derive from, and all of iOS are WebKit as Safari is. */
const PATTERNS: readonly (readonly [browser: string, version: RegExp])[] = [
  ['safari', /\biP(?:hone|ad|od)\b.* OS (\d+)_/],
  // An iPad that asks for pages of computers names a system of 10_15 whatever it has, which is iOS 13 or later.
  ['safari', /10_(15)_.*iOS\//],
  ['edge', /\bEdg[eA]?\/(\d+)/],
  ['opera', /\bOPR\/(\d+)/],
  ['firefox', /\bFirefox\/(\d+)/],
  ['electron', /\bElectron\/(\d+)/],
  ['chrome', /\b(?:Headless)?Chrome\/(\d+)/],
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
