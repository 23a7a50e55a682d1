import { LecternError } from '../core/errors.js';

/** Parts of an app key. */
export interface AppKey {
  /** `org#app`. */
  readonly text: string;
  readonly org: string;
  readonly app: string;
}

/** Parses an app key of the form `org#app`. @throws {LecternError} with the message of spec §5. */
export function parseAppKey(appKey: string | undefined): AppKey {
  const [, org, app] = /^([^#\s]+)#([^#\s]+)$/.exec(appKey ?? '') ?? [];
  if (appKey === undefined || org === undefined || app === undefined) {
    // An empty key gets the specification's message, a malformed one an explanation.
    const message = appKey ? `the appkey "${appKey}" must have the form org#app` : 'in joinRoom appkey is not defined';
    throw new LecternError(message, { reason: 'invalid-argument' });
  }
  return { text: appKey, org, app };
}

/** Qualifies a plain user name to `org#app_user`; a name with an app key is returned unchanged. */
export const qualifyMemName = (appKey: AppKey, name: string): string =>
  name.includes('#') ? name : `${appKey.text}_${name}`;
