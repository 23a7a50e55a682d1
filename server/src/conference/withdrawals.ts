import type { GrantRevocation } from '../store/index.js';
import { memNameOf } from '../auth/identity.js';
import { OPERATOR } from './operated.js';
import type { ConferenceRegistry, LiveConference } from './registry.js';

/** Users who are in a conference by a grant that the revocation covers. */
function holdersIn({ record, host }: LiveConference, { appKey, kind, value, room, at }: GrantRevocation): Set<string> {
  const isElsewhere = record.appKey !== appKey || (room !== null && room !== (record.roomName ?? record.id));
  const names = new Set<string>();
  if (isElsewhere) return names;
  const { members, admins, decided } = host.state;
  const memName = memNameOf(appKey, value);
  // Even while away, it could fetch recordings as one of the admins, and return with a role that was decided here.
  if (kind === 'member' && (admins.has(memName) || decided.has(memName))) names.add(memName);
  for (const { name, grant } of members.values()) {
    if (grant === undefined) continue;
    const isMeant =
      (kind === 'grant' && grant.id === value) ||
      (kind === 'key' && grant.keyId === value) ||
      (kind === 'member' && name === memName && grant.issuedAt <= at);
    if (isMeant) names.add(name);
  }
  return names;
}

/** Removes users who are in a conference by a revoked grant, and voids their tickets. */
export function withdrawGrants(registry: ConferenceRegistry, revocation: GrantRevocation): void {
  for (const conference of registry.all) {
    for (const name of holdersIn(conference, revocation)) {
      conference.host.feed({ kind: 'command', by: OPERATOR, command: { kind: 'expel', name } });
    }
  }
}
