import type { LecternError } from '../core/errors.js';
import { StatisticsOperation, type StatisticsBody } from '../im-protocol/index.js';
import { ImErrorCode, ImErrorMessage, imError } from './errors.js';

const KICKS: Readonly<Record<number, ImErrorCode>> = {
  [StatisticsOperation.UserRemoved]: ImErrorCode.UserRemoved,
  [StatisticsOperation.UserLoginAnotherDevice]: ImErrorCode.LoggedInElsewhere,
  [StatisticsOperation.UserKickedByChangePassword]: ImErrorCode.PasswordChanged,
  [StatisticsOperation.UserKickedByOtherDevice]: ImErrorCode.KickedByOtherDevice,
};

const WORDS: Readonly<Record<number, string>> = {
  [ImErrorCode.UserRemoved]: 'this account was removed',
  [ImErrorCode.LoggedInElsewhere]: ImErrorMessage.LoggedInElsewhere,
  [ImErrorCode.PasswordChanged]: 'the password of this account was changed: log in with the new one',
  [ImErrorCode.KickedByOtherDevice]: 'another device of this account has ended this session',
};

/**
 * Error with which the server ends the session for good; undefined if it does not (wire-im 4.5). `cause` is its
 * message.
 */
export function kickOf({ operation = 0, reason }: StatisticsBody): LecternError | undefined {
  const code = KICKS[operation];
  return code && imError(WORDS[code] ?? '', 'refused', code, reason);
}
