import { LecternError } from '../core/errors.js';

/** An app key in its parts. */
export interface AppKey {
  /** `org#app`. */
  readonly text: string;
  readonly org: string;
  readonly app: string;
}

/** Reads an app key of the form `org#app`. @throws {LecternError} with the message of spec §5. */
export function parseAppKey(appKey: string | undefined): AppKey {
  const [, org, app] = /^([^#\s]+)#([^#\s]+)$/.exec(appKey ?? '') ?? [];
  if (appKey === undefined || org === undefined || app === undefined) {
    // An empty key gets the specification's message, a malformed one an explanation.
    const message = appKey ? `the appkey "${appKey}" must have the form org#app` : 'in joinRoom appkey is not defined';
    throw new LecternError(message, { reason: 'invalid-argument' });
  }
  return { text: appKey, org, app };
}

/** `org#app_user` of a plain user name; a name that has an app key already stays as it is. */
export const qualifyMemName = (appKey: AppKey, name: string): string =>
  name.includes('#') ? name : `${appKey.text}_${name}`;
