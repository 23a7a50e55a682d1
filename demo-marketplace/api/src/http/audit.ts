import { auditLog } from '../db/schema/index.js';
import type { Call } from './call.js';
import type { Tx } from '../db/database.js';

export interface AuditEntry {
  /** What was done: `password-changed`. */
  readonly action: string;
  /** To what: `member:7`. */
  readonly target: string;
  /** Without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Unless it is the caller: who proved to be a member only by this call. */
  readonly actorId?: number;
}

/** Writes down who did what. */
export async function audit(
  tx: Tx,
  { caller, now, ip, requestId }: Pick<Call, 'caller' | 'now' | 'ip' | 'requestId'>,
  { action, target, details = {}, actorId }: AuditEntry,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ at: now, actorId: actorId ?? caller?.member.id ?? null, action, target, details, ip, requestId });
}
