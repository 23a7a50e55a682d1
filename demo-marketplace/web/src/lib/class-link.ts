/** A class as a link names it. */
export interface ClassAddress {
  readonly room: string;
  readonly password: string;
}

const PATH = '/classroom';

/** The link to a class. The password is in its fragment, which browsers do not send, so it reaches no server's log. */
export function classroomLink({ room, password }: ClassAddress): string {
  const query = new URLSearchParams({ room });
  const hash = password === '' ? '' : `#${new URLSearchParams({ password }).toString()}`;
  return `${PATH}?${query.toString()}${hash}`;
}

/** Parses {@link classroomLink}; missing parts are empty. */
export function readClassroomLink(location: { readonly search: string; readonly hash: string }): ClassAddress {
  return {
    room: new URLSearchParams(location.search).get('room') ?? '',
    password: new URLSearchParams(location.hash.slice(1)).get('password') ?? '',
  };
}

/** Letters and digits that cannot be confused when read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const randomText = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The address of a new class, with a random room and password. */
export const newClass = (): ClassAddress => ({ room: `class-${randomText(6)}`, password: randomText(6) });
