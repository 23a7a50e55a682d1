import { z } from 'zod';
import type { Signer } from '../auth/signer.js';

const claims = z.object({ confrId: z.string(), memName: z.string(), exp: z.number() });

/** Claims of an upload key; `exp` in epoch ms. */
export type UploadClaims = Readonly<z.infer<typeof claims>>;

/**
 * The last part of `qoeUpUrl`: deployed clients append a query and nothing else, so that the path binds a socket to
 * conference and member.
 */
export class UploadKeys {
  constructor(
    private readonly signer: Signer,
    /** Lifetime, in milliseconds. */
    private readonly ttlMs: number,
  ) {}

  issue(confrId: string, memName: string, now: number): string {
    return this.signer.seal('quality', { confrId, memName, exp: now + this.ttlMs });
  }

  /** Claims of a genuine key, expired or not; undefined for anything else. */
  read(key: string): UploadClaims | undefined {
    return claims.safeParse(this.signer.open('quality', key)).data;
  }
}
