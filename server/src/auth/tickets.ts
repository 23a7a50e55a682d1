import { Role, type WireTicket } from '@lectern/rtc/protocol';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '@lectern/kit/clock';
import type { SessionIds } from '../conference/context.js';
import type { TicketGrant } from '../conference/model.js';
import type { TicketClaims } from '../conference/ops/enter.js';
import type { Signer } from './signer.js';

const MAX_FIELD_LENGTH = 512;
const field = z.string().min(1).max(MAX_FIELD_LENGTH);

const roleSchema = z.union([z.literal(Role.Admin), z.literal(Role.Talker), z.literal(Role.Audience)]);

const ticketSchema = z.looseObject({
  confrId: field,
  memName: field,
  tktId: field,
  type: z.enum(['CONFR', 'P2P']),
  timestamp: z.number(),
  role: roleSchema,
  kicks: z.number().int().min(0),
  exp: z.number(),
  /** The room grant that the ticket was issued for. */
  grant: z
    .object({
      id: field,
      keyId: field,
      role: roleSchema,
      issuedAt: z.number(),
      nickName: z.string().max(256).optional(),
    })
    .optional(),
  sig: field,
});
type SignedTicket = z.infer<typeof ticketSchema>;
type GrantClaim = NonNullable<SignedTicket['grant']>;

const grantText = ({ id, keyId, role, issuedAt, nickName }: GrantClaim): readonly unknown[] => [
  id,
  keyId,
  role,
  issuedAt,
  nickName ?? null,
];

const signedText = (ticket: Omit<SignedTicket, 'sig'>): string =>
  JSON.stringify([
    ticket.confrId,
    ticket.memName,
    ticket.tktId,
    ticket.type,
    ticket.timestamp,
    ticket.role,
    ticket.kicks,
    ticket.exp,
    // Left out of tickets without a grant, whose signature thus stays the same as before grants existed.
    ...(ticket.grant ? [grantText(ticket.grant as GrantClaim)] : []),
  ]);

export interface TicketRequest extends Pick<TicketClaims, 'confrId' | 'memName' | 'role' | 'kicks'> {
  /** The grant that the ticket was issued for; the ticket expires with it. */
  readonly grant?: (TicketGrant & { readonly expiresAt: number; readonly nickName?: string | undefined }) | undefined;
  readonly url: string;
  /** URL to which the member uploads statistics of its media quality. */
  readonly qoeUpUrl?: string | undefined;
  /** The two sides of a P2P conference, as `memName`; informative for the client, without proof. */
  readonly call?: { readonly caller: string; readonly callee: string } | undefined;
}

const grantOf = ({ id, keyId, role, issuedAt, nickName }: NonNullable<TicketRequest['grant']>) => ({
  id,
  keyId,
  role,
  issuedAt,
  ...(nickName !== undefined && { nickName }),
});

const grantClaims = ({ nickName, ...grant }: GrantClaim) => ({
  grant,
  ...(nickName !== undefined && { nickName }),
});

/** Conference tickets (spec §3): bound to conference, member and role by a signature, and expiring. */
export class Tickets {
  constructor(
    private readonly signer: Signer,
    private readonly clock: Clock,
    /** Lifetime, in milliseconds. */
    private readonly ttlMs: number,
  ) {}

  issue(claims: TicketRequest): WireTicket {
    const timestamp = this.clock.now();
    const unsigned = {
      url: claims.url,
      confrId: claims.confrId,
      memName: claims.memName,
      tktId: randomUUID(),
      type: claims.call === undefined ? ('CONFR' as const) : ('P2P' as const),
      timestamp,
      role: claims.role,
      kicks: claims.kicks,
      exp: Math.min(timestamp + this.ttlMs, claims.grant?.expiresAt ?? Number.POSITIVE_INFINITY),
      ...(claims.grant && { grant: grantOf(claims.grant) }),
    };
    const more = { ...(claims.qoeUpUrl !== undefined && { qoeUpUrl: claims.qoeUpUrl }), ...claims.call };
    return { ...unsigned, ...more, sig: this.signer.sign('ticket', signedText(unsigned)) };
  }

  /** Claims of a genuine ticket, expired or not; undefined for any other value. */
  verify(value: unknown): { readonly claims: TicketClaims; readonly isExpired: boolean } | undefined {
    const parsed = ticketSchema.safeParse(value);
    if (!parsed.success || !this.signer.verify('ticket', signedText(parsed.data), parsed.data.sig)) return undefined;
    const { confrId, memName, tktId, role, kicks, exp, grant } = parsed.data;
    const claims = { confrId, memName, tktId, role, kicks, expiresAt: exp, ...(grant && grantClaims(grant)) };
    return { claims, isExpired: exp <= this.clock.now() };
  }
}

/** Session ids that carry the member id and prove it, so that a client that re-enters late gets its old id back. */
export class SignedSessionIds implements SessionIds {
  constructor(private readonly signer: Signer) {}

  issue(conferenceId: string, memName: string, memberId: string): string {
    return `${memberId}.${this.signer.sign('session', JSON.stringify([conferenceId, memName, memberId]))}`;
  }

  memberOf(sessId: string, conferenceId: string, memName: string): string | undefined {
    const memberId = sessId.slice(0, sessId.lastIndexOf('.'));
    if (memberId === '' || sessId.length > MAX_FIELD_LENGTH) return undefined;
    const signature = sessId.slice(memberId.length + 1);
    const text = JSON.stringify([conferenceId, memName, memberId]);
    return this.signer.verify('session', text, signature) ? memberId : undefined;
  }
}
