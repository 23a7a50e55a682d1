import type { Database } from '../db/database.js';
import type { Call } from '../http/call.js';
import type { Language } from '../http/messages.js';
import type { Storage } from '../upload/storage.js';

/** Context of a read: the reader, the time, the language, and the storage of images. */
export interface Reader {
  readonly db: Database;
  readonly now: number;
  readonly language: Language;
  /** 0 for visitors, an id that no member has. */
  readonly memberId: number;
  readonly storage: Storage;
}

export const readerOf = ({ db, now, language, caller }: Call, storage: Storage): Reader => ({
  ...{ db, now, language, storage },
  memberId: caller?.member.id ?? 0,
});

/** Mean rating with one decimal; 0 without ratings. */
export const meanOf = (sum: number, n: number): number => (n === 0 ? 0 : Math.round((sum * 10) / n) / 10);
