import { Role, ServerCode } from '@lectern/rtc/protocol';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import { roleOf } from '../conference/authority.js';
import type { Command } from '../conference/commands.js';
import type { ConferenceRegistry, LiveConference } from '../conference/registry.js';
import { Refusal } from './errors.js';

const text = z.string().max(256);
/** Deployed clients send the whole conference where their own documentation asks for an id (destroyConference). */
const conferenceId = z.union([text, z.looseObject({ confrId: text }).transform(({ confrId }) => confrId)]);

/** The part of a body that the guard reads. */
export const roleProof = z.looseObject({
  roleToken: z.string({ error: 'roleToken is not exist' }).min(1, 'roleToken is not exist').max(4096),
  confrId: conferenceId.nullish(),
});
export type RoleProof = z.infer<typeof roleProof>;

/** The requester, and the conference in which it is authenticated. */
export interface Authority {
  readonly conference: LiveConference;
  readonly memName: string;
  /** Undefined when it neither is in the conference nor has a role there. */
  readonly role: Role | undefined;
}

/** Checks role tokens: a token contains member and conference; permissions are looked up at the time of the request. */
export class RoleGuard {
  constructor(
    private readonly tokens: Tokens,
    private readonly registry: ConferenceRegistry,
  ) {}

  /** @throws {Refusal} for a forged or expired token, one of another conference, or a closed conference */
  authorize({ roleToken, confrId }: RoleProof): Authority {
    const claims = this.tokens.readRole(roleToken);
    if (claims === undefined) throw new Refusal(ServerCode.TokenInvalid, 'the roleToken is not valid or has expired');
    if (confrId && confrId !== claims.confrId) {
      throw new Refusal(ServerCode.TokenInvalid, 'the roleToken is of another conference');
    }
    const conference = this.registry.get(claims.confrId);
    if (conference === undefined) throw new Refusal(ServerCode.ConferenceDisbanded, 'confr is not exist');
    const { memName } = claims;
    return { conference, memName, role: roleOf(conference.host.state, memName) };
  }

  /** Like {@link authorize}, for admins only. @throws {Refusal} */
  requireAdmin(proof: RoleProof): Authority {
    const authority = this.authorize(proof);
    if (authority.role !== Role.Admin) throw new Refusal(ServerCode.NoRights, 'only admin can action');
    return authority;
  }

  /** Sends a command to the conference, which checks the permission itself. @throws {Refusal} */
  async command(proof: RoleProof, make: (authority: Authority) => Command): Promise<Authority> {
    const authority = this.authorize(proof);
    const { conference, memName: by } = authority;
    const refusal = await conference.host.command({ kind: 'command', by, command: make(authority) });
    if (refusal !== undefined) throw new Refusal(refusal.code, refusal.message);
    return authority;
  }
}
