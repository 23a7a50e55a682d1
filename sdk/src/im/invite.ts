import type { ImClient } from './client.js';
import { badParameter } from './errors.js';
import { asObject, asText } from './rest.js';
import type { ImCallOptions, ImChatType, ImMessage } from './types.js';

/** An invitation to be sent. */
export interface ImInviteDraft {
  readonly conferenceId: string;
  readonly password: string;
  /** Plain name of the user, its address `org#app_name@domain`, or the id of the group. */
  readonly to: string;
  /** By default `single`. */
  readonly type?: ImChatType;
  /** The group that the conference is about; by default the group that it is sent to, if it is sent to one. */
  readonly groupId?: string;
}

/** An invitation to a conference that came as a message (spec: library §3). */
export interface ImInvite {
  readonly conferenceId: string;
  readonly password: string;
  /** Plain user name of the sender, whatever the message itself contains. */
  readonly inviter: string;
  /** Empty where it is about no group. */
  readonly groupId: string;
}

/**
 * Invites a user, or the members of a group, to a conference: a text that carries its id, with the extensions
 * `conferenceId`, `msg_extension` (JSON text with `inviter` and `group_id`) and `password`.
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

/** The invitation that a message carries, sent to a user or to a group; undefined where it carries none. */
export function inviteOf({ type, from, to, ext }: ImMessage): ImInvite | undefined {
  const conferenceId = asText(ext.conferenceId);
  if (conferenceId === '') return undefined;
  const group = asText(extensionOf(ext.msg_extension).group_id);
  return {
    ...{ conferenceId, password: asText(ext.password), inviter: from },
    groupId: group === '' && type === 'group' ? to : group,
  };
}

/** Deployed clients write it as text; an object is the same. */
function extensionOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'string') return asObject(value);
  try {
    return asObject(JSON.parse(value));
  } catch {
    return {};
  }
}
