import type { LiveSessionRow } from '../db/schema/index.js';

/** Name of the conference of a session. A session that is moved gets another one, so that the old one can be closed. */
export const roomNameOf = ({ id, startAt }: Pick<LiveSessionRow, 'id' | 'startAt'>): string => `class-${id}-${startAt}`;

/** Kind of the job that sends a member whose ticket was refunded out of the room of a session. */
export const ROOM_REVOKE_JOB = 'live-room-revoke';
