import { z } from 'zod';
import type { Clock } from '@lectern/kit/clock';
import { memNameOf, userOf } from './identity.js';
import type { Revocations } from './revocations.js';
import type { Signer } from './signer.js';

export interface AccessClaims {
  readonly appKey: string;
  readonly user: string;
}

export interface RoleClaims {
  readonly confrId: string;
  readonly memName: string;
}

const access = z.object({ appKey: z.string(), user: z.string(), exp: z.number(), iat: z.number() });
const role = z.object({ confrId: z.string(), memName: z.string(), exp: z.number() });

/** Access tokens of users, and role tokens that tie a member to a conference. Signed and expiring. */
export class Tokens {
  constructor(
    private readonly signer: Signer,
    private readonly clock: Clock,
    /** Lifetime of an access token, in milliseconds. */
    readonly accessTtlMs: number,
    /** Lifetime of a role token, in milliseconds. */
    private readonly roleTtlMs: number,
    private readonly revocations?: Revocations,
  ) {}

  issueAccess({ appKey, user }: AccessClaims): string {
    const iat = this.revocations?.issueTime(appKey, user) ?? this.clock.now();
    return this.signer.seal('access-token', { appKey, user, iat, exp: iat + this.accessTtlMs });
  }

  /** `exp` in milliseconds since the epoch. */
  readAccess(token: string): (AccessClaims & { readonly exp: number }) | undefined {
    const parsed = access.safeParse(this.signer.open('access-token', token));
    if (!parsed.success || parsed.data.exp <= this.clock.now()) return undefined;
    const { appKey, user, iat } = parsed.data;
    return this.revocations?.isRevoked(appKey, user, iat) === true ? undefined : parsed.data;
  }

  /** True for an access token that this server issued and that has expired or was revoked. */
  isExpiredAccess(token: string): boolean {
    return access.safeParse(this.signer.open('access-token', token)).success && this.readAccess(token) === undefined;
  }

  /** The `memName` that `uid` and `token` prove together; undefined when they do not. */
  proves(uid: string, token: string): { readonly appKey: string; readonly memName: string } | undefined {
    const claims = this.readAccess(token);
    if (claims === undefined || userOf(claims.appKey, uid) !== claims.user) return undefined;
    return { appKey: claims.appKey, memName: memNameOf(claims.appKey, claims.user) };
  }

  /** Contains member and conference only: permissions are looked up when the token is used. */
  issueRole({ confrId, memName }: RoleClaims): string {
    return this.signer.seal('role-token', { confrId, memName, exp: this.clock.now() + this.roleTtlMs });
  }

  readRole(token: string): RoleClaims | undefined {
    const parsed = role.safeParse(this.signer.open('role-token', token));
    if (!parsed.success || parsed.data.exp <= this.clock.now()) return undefined;
    const { memName, exp } = parsed.data;
    return this.revocations?.isRoleRevoked(memName, exp - this.roleTtlMs) === true ? undefined : parsed.data;
  }
}
