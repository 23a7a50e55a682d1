import { LecternError } from '../core/errors.js';
import type { Identity, JoinRoomOptions } from '../conference/types.js';
import { Role } from '../protocol/index.js';
import { readType } from '../rest/index.js';

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Checks the options of joining a room, in the order and with the messages of the specification (spec §5). @throws
 * {LecternError}
 */
export function validateJoinRoom(options: JoinRoomOptions, identity: Identity): void {
  const hasGrant = !isMissing(options.grant);
  const required: readonly (readonly [string, unknown])[] = [
    ['roomName', options.roomName],
    // A grant replaces password and role.
    ['password', hasGrant || options.password],
    ['identity name', identity.memName],
    ['identity token', identity.token],
    ['role', hasGrant || options.role],
  ];
  for (const [name, value] of required) {
    if (isMissing(value)) {
      throw new LecternError(`the ${name} is required at joinRoom`, { reason: 'invalid-argument' });
    }
  }
  if (!hasGrant || options.role !== undefined) validateRole(options.role);
  if (options.type !== undefined) readType(options.type);
}

/** @throws {LecternError} unless the role is 1, 3 or 7. */
export function validateRole(role: unknown): void {
  if (!Object.values<unknown>(Role).includes(role)) {
    throw new LecternError(`the role ${String(role)} is unknown: use 7, 3 or 1`, {
      reason: 'invalid-argument',
    });
  }
}
