/**
 * Hosts of the provider that know the REST hosts of an app key, in the order in which they are asked (wire-conference 4).
 * They are defaults of its own applications alone: the core looks up no host that it was not given, since passwords and
 * tokens go to whoever answers.
 */
export const PROVIDER_HOSTS: readonly string[] = [
  'https://rs.easemob.com',
  'http://182.92.174.78',
  'http://112.126.66.111',
];
