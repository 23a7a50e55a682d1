import { GroupError, GroupErrorCode } from '../im/index.js';
import { ImRefused } from './errors.js';

/** Status that deployed clients expect for each refusal; they read the rest from the text. */
const STATUS: Readonly<Record<GroupErrorCode, number>> = {
  [GroupErrorCode.Limit]: 400,
  [GroupErrorCode.UserNotFound]: 404,
  [GroupErrorCode.TooFast]: 429,
  [GroupErrorCode.AlreadyMember]: 403,
  [GroupErrorCode.NotMember]: 403,
  [GroupErrorCode.PermissionDenied]: 403,
  [GroupErrorCode.NotFound]: 404,
  [GroupErrorCode.Full]: 403,
  [GroupErrorCode.TooManyMembers]: 403,
};

/** Converts the errors of groups to responses with their status. @throws {ImRefused} */
export async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GroupError) throw new ImRefused(error.code, STATUS[error.code], error.message);
    throw error;
  }
}
