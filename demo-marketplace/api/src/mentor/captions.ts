import {
  FailureReason,
  FieldProblem,
  getCaptions,
  saveCaptions,
  UploadType,
  type CaptionText,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { captions, media } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import type { MediaLinks } from '../lessons/index.js';
import { Refused, type InspectionPool } from '../upload/index.js';

/** Reads captions outside of the event loop. */
export type CaptionInspections = Pick<InspectionPool, 'checkCaptions'>;

/** Id of a complete video of a mentor. @throws {ApiFailure} 404 for any other key */
async function ownVideo(db: Database, ownerId: number, key: string): Promise<number> {
  const [found] = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(eq(media.key, key), eq(media.ownerId, ownerId), eq(media.type, UploadType.Video), isNotNull(media.storedAt)),
    );
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  return found.id;
}

const captionsOf = (db: Database, mediaId: number): Promise<CaptionText[]> =>
  db
    .select({ lang: captions.lang, text: captions.vtt })
    .from(captions)
    .where(eq(captions.mediaId, mediaId))
    .orderBy(asc(captions.lang));

/**
 * The text as WebVTT; empty for no captions.
 *
 * @throws {ApiFailure} for a text that is no captions or takes too long to read, or when too many are being read
 */
async function vttOf(inspections: CaptionInspections, text: string, { caller, signal }: MemberCall): Promise<string> {
  if (text === '') return '';
  try {
    const { vtt } = await inspections.checkCaptions(text, { ownerId: caller.member.id, signal });
    if (vtt !== undefined) return vtt;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 503) throw new ApiFailure(FailureReason.Unavailable);
  }
  throw badField('text', FieldProblem.Malformed);
}

/** Actions of captions, by the mentor whose video it is. */
export function captionActions(links: MediaLinks, inspections: CaptionInspections): readonly BoundAction[] {
  return [
    onMemberCall(getCaptions, async ({ media: key }, { db, caller, now }) => {
      const mediaId = await ownVideo(db, caller.member.id, key);
      const expiresAt = links.expiryAt(now);
      return {
        video: links.sign({ mediaId, name: 'video' }, caller.member.id, expiresAt),
        expires_at: isoOf(expiresAt),
        list: await captionsOf(db, mediaId),
      };
    }),

    onMemberCall(saveCaptions, async ({ media: key, lang, text }, call) => {
      const mediaId = await ownVideo(call.db, call.caller.member.id, key);
      const vtt = await vttOf(inspections, text, call);
      if (vtt === '') {
        await call.db.delete(captions).where(and(eq(captions.mediaId, mediaId), eq(captions.lang, lang)));
      } else {
        await call.db
          .insert(captions)
          .values({ mediaId, lang, vtt })
          .onConflictDoUpdate({ target: [captions.mediaId, captions.lang], set: { vtt } });
      }
      call.say('saved');
      return { list: await captionsOf(call.db, mediaId) };
    }),
  ];
}
