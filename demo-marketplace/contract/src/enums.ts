/** Current role of a member (specification §3), derived by {@link userTypeOf}. */
export const UserType = { Visitor: 0, Learner: 1, Mentor: 2, Enterprise: 3 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

/** Kind of account holder. */
export const Identity = { Person: 1, Enterprise: 2 } as const;
export type Identity = (typeof Identity)[keyof typeof Identity];

/** Side of the marketplace that a person currently uses. */
export const CurrentType = { Learner: 1, Mentor: 2 } as const;
export type CurrentType = (typeof CurrentType)[keyof typeof CurrentType];

/** State of the application to become a mentor (specification §4). */
export const ProviderCheckStatus = { NotApplied: 0, Applying: 1, Approved: 2, Failed: 3 } as const;
export type ProviderCheckStatus = (typeof ProviderCheckStatus)[keyof typeof ProviderCheckStatus];

/** Specification §3: "It is 3 if identity is not 1; otherwise 1 when current_type is 1, else 2." */
export const userTypeOf = (member: { readonly identity: number; readonly current_type: number }): UserType => {
  if (member.identity !== Identity.Person) return UserType.Enterprise;
  return member.current_type === CurrentType.Learner ? UserType.Learner : UserType.Mentor;
};

/** Delivery channel of a verification code. */
export const Channel = { Mobile: 'mobile', Email: 'email' } as const;
export type Channel = (typeof Channel)[keyof typeof Channel];

/** Purpose of a verification code. */
export const CodeScene = { Register: 'register', Login: 'login', Reset: 'reset', Bind: 'bind' } as const;
export type CodeScene = (typeof CodeScene)[keyof typeof CodeScene];

/** Languages of the product; the first is the default. */
export const Locale = { Chinese: 'zh', English: 'en' } as const;
export type Locale = (typeof Locale)[keyof typeof Locale];

export const Gender = { Unsaid: 0, Male: 1, Female: 2, Other: 3 } as const;
export type Gender = (typeof Gender)[keyof typeof Gender];

/** Purpose of an upload; each type has its own limits. */
export const UploadType = {
  Image: 'image',
  Licence: 'licence',
  Complaint: 'complaint',
  /** An image that supports an application or a refund request, visible to the back office only. */
  Document: 'document',
  /** A public introduction. */
  Clip: 'clip',
  /** A video lesson, for the learners of its course. */
  Video: 'video',
  /** A downloadable file, for the learners of its course. */
  File: 'file',
} as const;
export type UploadType = (typeof UploadType)[keyof typeof UploadType];

/** Specification §7: 1 sends the address of the current page, the others a link to a forum post. */
export const ShareType = { Page: 1, Post: 2, Invitation: 3, Link: 4 } as const;
export type ShareType = (typeof ShareType)[keyof typeof ShareType];
