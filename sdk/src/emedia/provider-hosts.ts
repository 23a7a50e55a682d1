/**
 * Hosts of the provider that know the REST hosts of an app key, in the order of requests (wire-conference 4). They are
 * defaults of its own applications only: the core contacts no host that it was not given, since the contacted host
 * receives passwords and tokens.
 */
export const PROVIDER_HOSTS: readonly string[] = [
  'https://rs.easemob.com',
  'http://182.92.174.78',
  'http://112.126.66.111',
];
