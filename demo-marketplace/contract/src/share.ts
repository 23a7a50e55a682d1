import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { ShareType } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyWords, email, id } from './fields.js';

export const mailServer = declare('/api/Index/mail_server', {
  access: Access.Public,
  summary: 'Sends a page of this site to a friend: type 1 the address in `content`, others the forum post `id`.',
  request: z
    .object({
      email,
      content: anyWords(2000),
      id: z.optional(z.union([id, z.literal('')])),
      type: z.enum(ShareType),
      client_token: z.optional(clientToken),
    })
    .check(
      z.refine((form) => form.type !== ShareType.Page || form.content !== '', {
        error: FieldProblem.Required,
        path: ['content'],
      }),
      z.refine((form) => form.type === ShareType.Page || Boolean(form.id), {
        error: FieldProblem.Required,
        path: ['id'],
      }),
    ),
  response: nothing,
  reasons: [FailureReason.ForeignLink, FailureReason.ChannelUnavailable, FailureReason.ClientTokenReused],
  replay: Replay.Optional,
});

/** Actions of this file. */
export const SHARE_ACTIONS: readonly AnyAction[] = [mailServer];
