import { ServerCode, type Role } from '@lectern/rtc/protocol';
import { memNameOf } from '../auth/identity.js';
import type { TicketGrant } from '../conference/model.js';
import { entryRole } from '../conference/operated.js';
import type { LiveConference } from '../conference/registry.js';
import { GrantRefused, type GrantRevocations, type Grants, type RoomGrant } from '../keys/index.js';
import { Refusal } from './errors.js';

/** The authenticated user that wants to enter. */
export interface Applicant {
  readonly appKey: string;
  readonly memName: string;
}

/** A room, open or not. */
export interface RoomReference {
  /** Null for a conference without a name. */
  readonly name: string | null;
  /** Undefined while the room does not exist. */
  readonly id: string | undefined;
}

/** Verifies room grants, and decides on admission to operated rooms. */
export class RoomAdmission {
  constructor(
    private readonly grants: Pick<Grants, 'verify'>,
    private readonly revocations: Pick<GrantRevocations, 'isRevoked'>,
  ) {}

  /** The presented grant; undefined where there is none. @throws {Refusal} for one that does not match the room */
  async read(
    token: string | null | undefined,
    applicant: Applicant,
    room: RoomReference,
  ): Promise<RoomGrant | undefined> {
    if (token === null || token === undefined) return undefined;
    const grant = await this.#verify(token);
    if (memNameOf(grant.appKey, grant.user) !== applicant.memName || grant.appKey !== applicant.appKey) {
      throw new Refusal(ServerCode.NoRights, 'the grant is for another user');
    }
    const isForThis = 'name' in grant.room ? grant.room.name === room.name : grant.room.id === room.id;
    if (!isForThis) throw new Refusal(ServerCode.NoRights, 'the grant is for another room');
    const where = room.name ?? room.id ?? '';
    if (this.revocations.isRevoked(grant, { appKey: grant.appKey, user: grant.user, room: where })) {
      throw new Refusal(ServerCode.NoRights, 'the grant was revoked');
    }
    return grant;
  }

  /**
   * The role of a user in an operated room.
   *
   * @throws {Refusal} when the room does not admit it, or was opened by a user and so takes no grants
   */
  roleIn({ host }: LiveConference, memName: string, grant: RoomGrant | undefined, asked: Role): Role {
    if (host.state.config.operated === undefined) {
      throw new Refusal(ServerCode.NoRights, 'this room was opened by a user and takes no grants; enter without it');
    }
    const role = entryRole(host.state, memName, grant && ticketGrant(grant), asked);
    if (role === undefined) throw new Refusal(ServerCode.NoRights, 'this room admits only members with a grant');
    return role;
  }

  async #verify(token: string): Promise<RoomGrant> {
    try {
      return await this.grants.verify(token);
    } catch (error) {
      if (error instanceof GrantRefused) throw new Refusal(ServerCode.NoRights, error.message);
      throw error;
    }
  }
}

/** The part of a grant that a ticket records. */
export const ticketGrant = ({ id, keyId, role, issuedAt }: RoomGrant): TicketGrant => ({ id, keyId, role, issuedAt });
