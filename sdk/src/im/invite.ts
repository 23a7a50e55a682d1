import type { ImClient } from './client.js';
import { badParameter } from './errors.js';
import { asObject, asText } from './rest.js';
import type { ImCallOptions, ImChatType, ImMessage } from './types.js';

/** Options of an invitation. */
export interface ImInviteDraft {
  readonly conferenceId: string;
  readonly password: string;
  /** Plain name of the user, its address `org#app_name@domain`, or the id of the group. */
  readonly to: string;
  /** By default `single`. */
  readonly type?: ImChatType;
  /** The group of the conference; by default the group that receives the invitation, if it is a group. */
  readonly groupId?: string;
}

/** A received invitation to a conference (spec: library §3). */
export interface ImInvite {
  readonly conferenceId: string;
  readonly password: string;
  /** Plain user name of the sender, whatever the message itself contains. */
  readonly inviter: string;
  /** Empty if it concerns no group. */
  readonly groupId: string;
}

/**
 * Invites a user, or the members of a group, to a conference: a text that carries its id, with the extensions
 * `conferenceId`, `msg_extension` (JSON text with `inviter` and `group_id`) and `password` (spec §3).
 * @throws {LecternError} as `client.send`.
 */
export async function sendInvite(
  client: ImClient,
  { conferenceId, password, to, type = 'single', groupId = type === 'group' ? to : '' }: ImInviteDraft,
  options: ImCallOptions = {},
): Promise<ImMessage> {
  if (!conferenceId) throw badParameter('name the conference to invite to');
  const extension = JSON.stringify({ inviter: client.username, group_id: groupId });
  return client.send(
    {
      ...{ to, type, contentsType: 'TEXT', data: `Invite ${to} join conference: ${conferenceId}` },
      ext: { conferenceId, msg_extension: extension, password },
    },
    options,
  );
}

/** Reads the invitation in a message to a user or a group (spec §3); undefined if it has none. */
export function inviteOf({ type, from, to, ext }: ImMessage): ImInvite | undefined {
  const conferenceId = asText(ext.conferenceId);
  if (conferenceId === '') return undefined;
  const group = asText(extensionOf(ext.msg_extension).group_id);
  return {
    ...{ conferenceId, password: asText(ext.password), inviter: from },
    groupId: group === '' && type === 'group' ? to : group,
  };
}

/** Deployed clients write it as text; an object is accepted as well. */
function extensionOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'string') return asObject(value);
  try {
    return asObject(JSON.parse(value));
  } catch {
    return {};
  }
}
