/** What a member is at the moment (specification §3): derived by {@link userTypeOf}. */
export const UserType = { Visitor: 0, Learner: 1, Mentor: 2, Enterprise: 3 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

/** Whose account it is. */
export const Identity = { Person: 1, Enterprise: 2 } as const;
export type Identity = (typeof Identity)[keyof typeof Identity];

/** Which of the two sides a person looks at. */
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

/** How a verification code comes. */
export const Channel = { Mobile: 'mobile', Email: 'email' } as const;
export type Channel = (typeof Channel)[keyof typeof Channel];

/** What a verification code is for. */
export const CodeScene = { Register: 'register', Login: 'login', Reset: 'reset', Bind: 'bind' } as const;
export type CodeScene = (typeof CodeScene)[keyof typeof CodeScene];

/** Languages of the product; the first is the base. */
export const Locale = { Chinese: 'zh', English: 'en' } as const;
export type Locale = (typeof Locale)[keyof typeof Locale];

export const Gender = { Unsaid: 0, Male: 1, Female: 2, Other: 3 } as const;
export type Gender = (typeof Gender)[keyof typeof Gender];

/** What is uploaded; each type has its own limits. */
export const UploadType = {
  Image: 'image',
  Licence: 'licence',
  Complaint: 'complaint',
  /** A picture for those who decide: of who somebody is, what they have learned, why they want their money back. */
  Document: 'document',
  /** An introduction that everybody may see. */
  Clip: 'clip',
  /** A lesson, for those who have its course. */
  Video: 'video',
  /** What learners of a course take along. */
  File: 'file',
} as const;
export type UploadType = (typeof UploadType)[keyof typeof UploadType];

/** Specification §7: 1 sends the address of the current page, the others a link to a forum post. */
export const ShareType = { Page: 1, Post: 2, Invitation: 3, Link: 4 } as const;
export type ShareType = (typeof ShareType)[keyof typeof ShareType];
