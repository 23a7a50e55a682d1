import type { LiveSessionRow } from '../db/schema/index.js';

const ROOM_NAME = /^class-(\d+)-\d+$/;

/** Name of the conference of a session. A session that is moved gets another one, so that the old one can be closed. */
export const roomNameOf = ({ id, startAt }: Pick<LiveSessionRow, 'id' | 'startAt'>): string =>
  `class-${id}-${startAt}`;

/** The session whose conference has this name; undefined for all other conferences. */
export function sessionOfRoom(name: string | null): number | undefined {
  const id = ROOM_NAME.exec(name ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}
