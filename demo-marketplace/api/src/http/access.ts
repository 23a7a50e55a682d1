import { Access, FailureReason, UserType } from '@lectern/marketplace-contract';
import type { Caller } from '../login/sessions.js';
import { ApiFailure } from './failure.js';

const wrong = (reason: FailureReason): never => {
  throw new ApiFailure(reason);
};

type Rule = (caller: Caller) => void;

const be =
  (type: UserType): Rule =>
  (caller) => {
    if (caller.userType !== type) wrong(FailureReason.WrongRole);
  };

const RULES: Readonly<Record<Exclude<Access, 'P'>, Rule>> = {
  [Access.Member]: () => undefined,
  [Access.Learner]: be(UserType.Learner),
  [Access.Mentor]: be(UserType.Mentor),
  [Access.Provider]: (caller) => {
    be(UserType.Mentor)(caller);
    if (!caller.member.isProvider) wrong(FailureReason.ProviderRequired);
  },
  [Access.Homework]: (caller) => {
    be(UserType.Mentor)(caller);
    if (!caller.member.isHomework) wrong(FailureReason.HomeworkRequired);
  },
  [Access.Enterprise]: be(UserType.Enterprise),
  [Access.BackOffice]: (caller) => {
    if (!caller.member.isStaff) wrong(FailureReason.WrongRole);
  },
};

/** @throws {ApiFailure} when the caller may not call an action of this access class */
export function checkAccess(access: Access, caller: Caller | undefined): void {
  if (access === Access.Public) return;
  if (caller === undefined) throw new ApiFailure(FailureReason.LoginRequired);
  RULES[access](caller);
}
