import { auditLog } from '../db/schema/index.js';
import type { Call } from './call.js';
import type { Tx } from '../db/database.js';

export interface AuditEntry {
  /** Kind of action: `password-changed`. */
  readonly action: string;
  /** Target of the action: `member:7`. */
  readonly target: string;
  /** Details, without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Actor; the caller by default. Needed where the call itself proves who the member is. */
  readonly actorId?: number;
}

/** Adds an entry to the audit log. */
export async function audit(
  tx: Tx,
  { caller, now, ip, requestId }: Pick<Call, 'caller' | 'now' | 'ip' | 'requestId'>,
  { action, target, details = {}, actorId }: AuditEntry,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ at: now, actorId: actorId ?? caller?.member.id ?? null, action, target, details, ip, requestId });
}
