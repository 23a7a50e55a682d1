import { FailureReason, Identity } from '@lectern/marketplace-contract';
import type { MemberCall } from './call.js';
import { ApiFailure } from './failure.js';

/**
 * Returns the id of a person. @throws {ApiFailure} when the caller is a company, since learner features are for persons
 * only
 */
export function personOf({ caller }: MemberCall): number {
  if (caller.member.identity !== Identity.Person) throw new ApiFailure(FailureReason.WrongRole);
  return caller.member.id;
}
