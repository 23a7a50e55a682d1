import type { LecternError } from '../core/errors.js';
import type { CallOptions, Conference } from '../conference/types.js';
import { MUTE_ANSWER_WITHIN_MS, OP2_MUTE, OP2_UNMUTE, OP_CONTROL } from '../protocol/index.js';
import { adminPort, callAsAdmin, type MemberRef } from './authority.js';

async function control(conference: Conference, member: MemberRef, op2: number, options: CallOptions = {}) {
  const { signalling, platform } = adminPort(conference).context;
  const memId = typeof member === 'string' ? member : member.id;
  const arg = JSON.stringify({ op2, memId });
  const { signal } = options;
  try {
    await signalling.request(
      { op: OP_CONTROL, memId, arg, tsxTime: platform.clock.now() },
      { timeoutMs: MUTE_ANSWER_WITHIN_MS, ...(signal && { signal }) },
    );
  } catch (error) {
    // Deployed members do not answer a mute.
    if ((error as LecternError).reason !== 'timeout') throw error;
  }
}

/**
 * Mutes a member, by snapshot or id (spec §4, op2 23); admins only. The server forwards none of its audio until it is
 * unmuted, even if it leaves and rejoins. @throws {LecternError} code −507: no such member; spec §5, §8.
 */
export const muteMember = (conference: Conference, member: MemberRef, options?: CallOptions): Promise<void> =>
  control(conference, member, OP2_MUTE, options);

/** Allows a muted member to unmute itself (spec §4, op2 24); admins only. Its microphone stays muted until it does. */
export const unmuteMember = (conference: Conference, member: MemberRef, options?: CallOptions): Promise<void> =>
  control(conference, member, OP2_UNMUTE, options);

const all = async (conference: Conference, muteAll: boolean, options?: CallOptions): Promise<void> => {
  await callAsAdmin(conference, 'confr/attrs/update', { cstate: { muteAll } }, options);
};

/**
 * Mutes all members except admins, including those that join later (spec §4, §5); admins only. @throws {LecternError}
 * spec §5.
 */
export const muteAll = (conference: Conference, options?: CallOptions): Promise<void> => all(conference, true, options);

/** Ends {@link muteAll}. @throws {LecternError} spec §5. */
export const unmuteAll = (conference: Conference, options?: CallOptions): Promise<void> =>
  all(conference, false, options);
