import type { Vault } from '../security/index.js';

/** Path prefix of protected media. */
export const MEDIA_PATH = '/media';
/** Longer than anybody watches one unit without a break; a player requests a new link when it expires. */
const LINK_LIFE_MS = 2 * 3_600_000;

/** File that a link opens: a video, a download, or the captions of a video in a language. */
export interface LinkedFile {
  readonly mediaId: number;
  readonly name: 'video' | 'file' | 'zh.vtt' | 'en.vtt';
}

/** Signs expiring links to protected media, each bound to one member. */
export class MediaLinks {
  constructor(private readonly vault: Vault) {}

  /** Expiry of a link issued now, rounded up to a full minute so that a reopened page reuses the cached video. */
  expiryAt(now: number): number {
    return Math.ceil((now + LINK_LIFE_MS) / 60_000) * 60_000;
  }

  /** `memberId` is 0 for visitors. */
  sign({ mediaId, name }: LinkedFile, memberId: number, expiresAt: number): string {
    const sig = this.vault.signLink('media', String(mediaId), name, String(memberId), String(expiresAt));
    const query = new URLSearchParams({ to: String(memberId), until: String(expiresAt), sig }).toString();
    return `${MEDIA_PATH}/${mediaId}/${name}?${query}`;
  }

  /** True for a link that was signed here and has not expired. */
  isGood({ mediaId, name, to, until, sig }: LinkParts, now: number): boolean {
    return Number(until) > now && this.vault.isLinkSignature(sig, 'media', mediaId, name, to, until);
  }
}

/** Parts of a received link. */
export interface LinkParts {
  readonly mediaId: string;
  readonly name: string;
  readonly to: string;
  readonly until: string;
  readonly sig: string;
}
