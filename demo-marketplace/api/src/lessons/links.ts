import type { Vault } from '../security/index.js';

/** Path below which protected media are served. */
export const MEDIA_PATH = '/media';
/** Longer than anybody watches one unit at a stretch; a player asks for a new link when it is over. */
const LINK_LIFE_MS = 2 * 3_600_000;

/** What a link opens: a media row as a video or a download, or the captions of a video in a language. */
export interface LinkedFile {
  readonly mediaId: number;
  readonly name: 'video' | 'file' | 'zh.vtt' | 'en.vtt';
}

/** Signs links to protected media that expire, each in the name of whom it was given to. */
export class MediaLinks {
  constructor(private readonly vault: Vault) {}

  /** When a link that is made now expires: on a full minute, so that a page opened twice finds its video cached. */
  expiryAt(now: number): number {
    return Math.ceil((now + LINK_LIFE_MS) / 60_000) * 60_000;
  }

  /** `memberId` is 0 for visitors. */
  sign({ mediaId, name }: LinkedFile, memberId: number, expiresAt: number): string {
    const sig = this.vault.signLink('media', String(mediaId), name, String(memberId), String(expiresAt));
    const query = new URLSearchParams({ to: String(memberId), until: String(expiresAt), sig }).toString();
    return `${MEDIA_PATH}/${mediaId}/${name}?${query}`;
  }

  /** Whether a link was signed here and is good still. */
  isGood({ mediaId, name, to, until, sig }: LinkParts, now: number): boolean {
    return Number(until) > now && this.vault.isLinkSignature(sig, 'media', mediaId, name, to, until);
  }
}

/** A link as it came. */
export interface LinkParts {
  readonly mediaId: string;
  readonly name: string;
  readonly to: string;
  readonly until: string;
  readonly sig: string;
}
