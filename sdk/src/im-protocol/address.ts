import { USER_DOMAIN } from './constants.js';

/** An address in its parts. */
export interface Address {
  /** `org#app`. */
  readonly appKey: string;
  /** Plain name of a user or a group. */
  readonly name: string;
  readonly domain: string;
  /** The device; empty if the address has none. */
  readonly resource: string;
}

/** Parses `org#app_name@domain`, with or without `/resource`; undefined for any other text, including plain names. */
export function parseAddress(text: string): Address | undefined {
  // Names may contain any of `_ . @ -`; the other parts have no `_` before the name, and no `@` after it.
  const [, appKey, name, domain, resource = ''] = /^([^#_/]+#[^#_/]+)_([^#/]+)@([^@/]+)(?:\/(.*))?$/.exec(text) ?? [];
  return appKey === undefined || name === undefined || domain === undefined
    ? undefined
    : { appKey, name, domain, resource };
}

/** Address `org#app_name@domain` of a name; an address is returned unchanged (spec: library §5). */
export const addressOf = (appKey: string, name: string, domain: string = USER_DOMAIN): string =>
  parseAddress(name) ? name : `${appKey}_${name}@${domain}`;

/** Plain name of an address; a text that is not an address is returned unchanged. */
export const nameOf = (address: string): string => parseAddress(address)?.name ?? address;
