import { Role } from '@lectern/rtc/protocol';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { APP_KEY_PATTERN, USER_NAME_PATTERN } from '../auth/identity.js';
import type { Signer } from '../auth/signer.js';
import type { Clock } from '@lectern/kit/clock';
import { singleLine } from '../single-line.js';
import type { ActiveKey, ApiKeys } from './api-keys.js';
import { readJwt, signJwt, type UnverifiedJwt } from './jwt.js';

/** `aud` of every room grant, so that no other JWT signed with a key of the application is accepted as one. */
export const GRANT_AUDIENCE = 'lectern-room';
/** Longest time between `iat` and `exp`, in milliseconds: 366 days. */
export const MAX_GRANT_TTL_MS = 366 * 24 * 3_600_000;
/** Tolerance for a backend's clock that is ahead, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;
const MAX_NAME_LENGTH = 256;
const SECOND_MS = 1_000;
const SERVER_KID = 'server:';

/** Roles under their names in grants and in the operator API. */
export const ROLES = { admin: Role.Admin, talker: Role.Talker, audience: Role.Audience } as const;
export type RoleName = keyof typeof ROLES;

/** The name of a role of the wire. */
export const roleNameOf = (role: Role): RoleName =>
  role === Role.Admin ? 'admin' : role === Role.Talker ? 'talker' : 'audience';

const claimsSchema = z.object({
  aud: z.literal(GRANT_AUDIENCE),
  sub: z.string().regex(USER_NAME_PATTERN),
  room: z.string().min(1).max(MAX_NAME_LENGTH).transform(singleLine).optional(),
  roomId: z.string().min(1).max(MAX_NAME_LENGTH).optional(),
  role: z.enum(['admin', 'talker', 'audience']),
  nickname: z.string().min(1).max(MAX_NAME_LENGTH).transform(singleLine).optional(),
  create: z.boolean().optional(),
  iat: z.number(),
  nbf: z.number().optional(),
  exp: z.number(),
  jti: z.string().min(1).max(128),
});

/** The room that a grant opens: by its name, whenever such a room exists, or this one conference. */
export type GrantedRoom = { readonly name: string } | { readonly id: string };

/** Permissions of a verified grant. Times in milliseconds since the epoch. */
export interface RoomGrant {
  /** `jti`. */
  readonly id: string;
  /** Id of the API key that signed it; `server:org#app` where the server did. */
  readonly keyId: string;
  readonly appKey: string;
  /** The user in `sub`. */
  readonly user: string;
  readonly room: GrantedRoom;
  readonly role: Role;
  readonly nickName: string | undefined;
  /** True if its holder may create the room. */
  readonly mayCreate: boolean;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Content of a grant to be issued. */
export interface GrantRequest {
  readonly user: string;
  readonly room: GrantedRoom;
  readonly role: Role;
  readonly nickName?: string | undefined;
  readonly mayCreate?: boolean | undefined;
  /** Milliseconds until it expires, from 1 second to 366 days. */
  readonly ttlMs: number;
}

/** A signed grant. */
export interface SignedGrant {
  readonly id: string;
  /** The JWT. */
  readonly grant: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The text is not a valid grant; the message contains the reason as far as its holder may know it. */
export class GrantRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GrantRefused';
  }
}

/** Issue time of a new grant of a member: later than any revocation in the same millisecond. */
export type IssueTime = (appKey: string, user: string) => number;

/** Signs and verifies room grants: user, room, role and expiry (`docs/operator-api.md`). */
export class Grants {
  constructor(
    private readonly keys: Pick<ApiKeys, 'find'>,
    private readonly signer: Signer,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly issueTime: IssueTime = () => clock.now(),
  ) {}

  /** Signs with a key of the application. */
  sign(request: GrantRequest, { id: kid, appKey, secret }: ActiveKey): SignedGrant {
    return this.#sign(request, appKey, kid, secret);
  }

  /** Signs with a key of the server itself, for embedding programs. */
  signAsServer(request: GrantRequest, appKey: string): SignedGrant {
    const [secret] = this.#serverSecrets(appKey);
    if (secret === undefined) throw new Error('the server has no secret');
    return this.#sign(request, appKey, SERVER_KID + appKey, secret);
  }

  /** @throws {GrantRefused} for text that is no grant, or for one that is no longer valid */
  async verify(token: string): Promise<RoomGrant> {
    const jwt = readJwt(token);
    if (jwt === undefined) throw new GrantRefused('the grant is not a JWT that was signed by HS256 with a "kid"');
    const appKey = await this.#appKeyOf(jwt);
    const parsed = claimsSchema.safeParse(jwt.claims);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new GrantRefused(`the grant's claim ${issue?.path.join('.') ?? ''} is not valid: ${issue?.message ?? ''}`);
    }
    const { sub, room, roomId, role, nickname, create = false, iat, nbf = iat, exp, jti } = parsed.data;
    const now = this.clock.now();
    if ((room === undefined) === (roomId === undefined) || room === '') {
      throw new GrantRefused('the grant must name its room by "room" or by "roomId"');
    }
    if (exp * SECOND_MS <= now) throw new GrantRefused('the grant has expired; ask for a new one');
    if (Math.max(iat, nbf) * SECOND_MS > now + CLOCK_SKEW_MS) throw new GrantRefused('the grant is not valid yet');
    if ((exp - iat) * SECOND_MS > MAX_GRANT_TTL_MS) throw new GrantRefused('the grant is good for more than 366 days');
    return {
      id: jti,
      keyId: jwt.kid,
      appKey,
      user: sub,
      room: room === undefined ? { id: roomId ?? '' } : { name: room },
      role: ROLES[role],
      nickName: nickname || undefined,
      mayCreate: create && room !== undefined,
      issuedAt: iat * SECOND_MS,
      expiresAt: exp * SECOND_MS,
    };
  }

  /** The application of the key that signed it. @throws {GrantRefused} */
  async #appKeyOf(jwt: UnverifiedJwt): Promise<string> {
    if (jwt.kid.startsWith(SERVER_KID)) {
      const appKey = jwt.kid.slice(SERVER_KID.length);
      const secrets = APP_KEY_PATTERN.test(appKey) ? this.#serverSecrets(appKey) : [];
      if (secrets.some((secret) => jwt.isSignedBy(secret))) return appKey;
    } else {
      const key = await this.keys.find(jwt.kid);
      if (key !== undefined && jwt.isSignedBy(key.secret)) return key.appKey;
    }
    throw new GrantRefused('the grant was not signed with a key that is good here');
  }

  #serverSecrets(appKey: string): readonly Buffer[] {
    return this.signer.derive('grant', appKey);
  }

  #sign(request: GrantRequest, appKey: string, kid: string, secret: Buffer | string): SignedGrant {
    const { user, room, role, nickName, mayCreate = false, ttlMs } = request;
    const issuedAt = this.issueTime(appKey, user);
    const expiresAt = issuedAt + ttlMs;
    const id = randomUUID();
    const claims = {
      aud: GRANT_AUDIENCE,
      sub: user,
      ...('name' in room ? { room: room.name } : { roomId: room.id }),
      role: roleNameOf(role),
      ...(nickName !== undefined && { nickname: nickName }),
      ...(mayCreate && { create: true }),
      iat: issuedAt / SECOND_MS,
      exp: expiresAt / SECOND_MS,
      jti: id,
    };
    return { id, grant: signJwt(claims, kid, secret), expiresAt };
  }
}
