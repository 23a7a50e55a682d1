/** Error codes of deployed clients (wire-im 1.5). */
export const GroupErrorCode = {
  Limit: 50,
  UserNotFound: 204,
  TooFast: 509,
  AlreadyMember: 601,
  NotMember: 602,
  PermissionDenied: 603,
  NotFound: 605,
  Full: 606,
  TooManyMembers: 607,
} as const;
export type GroupErrorCode = (typeof GroupErrorCode)[keyof typeof GroupErrorCode];

/** An action on a group that is not allowed; it changed nothing. Deployed clients read the code from the text. */
export class GroupError extends Error {
  constructor(
    readonly code: GroupErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'GroupError';
  }

  static notFound(id: string): GroupError {
    return new GroupError(GroupErrorCode.NotFound, `do not find this group:${id}`);
  }

  static notMember(id: string, ...names: string[]): GroupError {
    const text = `users [${names.join(', ')}] are not members of this group! group: ${id}`;
    return new GroupError(GroupErrorCode.NotMember, text);
  }

  static alreadyMember(id: string, ...names: string[]): GroupError {
    const text = `invite users to join group failed: ${names.join(', ')} already in group ${id}`;
    return new GroupError(GroupErrorCode.AlreadyMember, text);
  }

  static denied(text: string): GroupError {
    return new GroupError(GroupErrorCode.PermissionDenied, text);
  }

  static full(): GroupError {
    return new GroupError(GroupErrorCode.Full, 'group member list is full!');
  }

  static tooManyMembers(max: number): GroupError {
    const text = `members size is greater than max user size ! at most ${max}`;
    return new GroupError(GroupErrorCode.TooManyMembers, text);
  }

  static noUser(name: string): GroupError {
    return new GroupError(GroupErrorCode.UserNotFound, `user not found: ${name}`);
  }

  /** Exact text by which deployed clients recognise it. */
  static limit(): GroupError {
    return new GroupError(GroupErrorCode.Limit, 'The quantity has exceeded the limit!');
  }

  static tooFast(): GroupError {
    return new GroupError(GroupErrorCode.TooFast, 'The request has reached the maximum limit; wait a second');
  }
}
