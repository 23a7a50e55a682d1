import { LecternError } from '@lectern/rtc';
import { ImErrorCode, ImErrorMessage } from '@lectern/rtc/im';
import { ApiError } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import type { MessageId } from '../../../i18n/messages.js';
import type { Text } from '../../../i18n/use-text.js';

/** Sentences of the specification (§5, §8), in the reader's language. */
const BY_MESSAGE: Readonly<Record<string, MessageId>> = {
  [ImErrorMessage.EnterContent]: 'chat.problem.content',
  [ImErrorMessage.EnterLink]: 'chat.problem.link',
  [ImErrorMessage.EnterAccount]: 'chat.problem.account',
  [ImErrorMessage.NoUser]: 'chat.problem.nobody',
  [ImErrorMessage.WrongPassword]: 'chat.problem.password',
  [ImErrorMessage.Banned]: 'chat.problem.banned',
  [ImErrorMessage.LoggedInElsewhere]: 'guard.elsewhere',
};

const BY_CODE: Readonly<Record<number, MessageId>> = {
  [ImErrorCode.UserNotFound]: 'chat.problem.nobody',
  [ImErrorCode.LoginFailed]: 'chat.problem.password',
  [ImErrorCode.ServiceDisabled]: 'chat.problem.banned',
  [ImErrorCode.LoggedInElsewhere]: 'guard.elsewhere',
  [ImErrorCode.RecallTimeLimit]: 'chat.problem.recall',
  [ImErrorCode.RecallDisabled]: 'chat.problem.recall',
  [ImErrorCode.TooFast]: 'chat.problem.fast',
  [ImErrorCode.TooLarge]: 'chat.problem.long',
  [ImErrorCode.SendTimeout]: 'chat.problem.unsent',
  [ImErrorCode.SocketLost]: 'chat.problem.unsent',
  [ImErrorCode.NotLoggedIn]: 'chat.problem.unsent',
  [ImErrorCode.Disconnected]: 'chat.problem.unreachable',
};

/** The text for an error number of a message; 0 has none. */
export function codeText(code: number, t: Text): string {
  return code === 0 ? '' : t(BY_CODE[code] ?? 'chat.problem.other');
}

/** The text of what went wrong in a chat: the specification's where it has one. */
export function chatProblemText(error: unknown, t: Text): string {
  if (error instanceof ApiError) return failureText(error, t);
  if (!(error instanceof LecternError)) return t('chat.problem.other');
  const known = Object.hasOwn(BY_MESSAGE, error.message) ? BY_MESSAGE[error.message] : undefined;
  return t(known ?? BY_CODE[Number(error.code)] ?? 'chat.problem.other');
}
