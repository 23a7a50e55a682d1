import { FailureReason, Identity } from '@lectern/marketplace-contract';
import type { Database } from '../db/database.js';
import type { Call, MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Language } from '../http/messages.js';
import type { Storage } from '../upload/storage.js';

/** Who looks, when, in which language, and where pictures are. */
export interface Reader {
  readonly db: Database;
  readonly now: number;
  readonly language: Language;
  /** 0 for visitors: nobody has that id. */
  readonly memberId: number;
  readonly storage: Storage;
}

export const readerOf = ({ db, now, language, caller }: Call, storage: Storage): Reader => ({
  ...{ db, now, language, storage },
  memberId: caller?.member.id ?? 0,
});

/** The text in the reader's language, or in Chinese where there is no other. */
export const inLanguage = (language: Language, zh: string, en: string): string =>
  language === 'en' && en !== '' ? en : zh;

/** Learners' things are for people, on either of their sides. @throws {ApiFailure} when a company calls */
export function personOf({ caller }: MemberCall): number {
  if (caller.member.identity !== Identity.Person) throw new ApiFailure(FailureReason.WrongRole);
  return caller.member.id;
}

/** A mean of stars with one decimal; 0 of none. */
export const meanOf = (sum: number, n: number): number => (n === 0 ? 0 : Math.round((sum * 10) / n) / 10);
