import type { CallOptions, Conference } from '../conference/types.js';
import { callAsAdmin, invalid } from './authority.js';

async function update(conference: Conference, cattrs: readonly object[], options?: CallOptions): Promise<void> {
  if (cattrs.length === 0) throw invalid('name at least one attribute by its key');
  await callAsAdmin(conference, 'confr/attrs/update', { cattrs }, options);
}

const keyed = (key: string): string => {
  if (typeof key !== 'string' || key === '') throw invalid('an attribute needs a key');
  return key;
};

/**
 * Sets attributes of the conference, new ones and others (spec §5, §7: confr/attrs/update); admins only. Every member
 * receives `attributesChanged`. Values are text. @throws {LecternError} without a key; spec §5, §8.
 */
export async function setAttributes(
  conference: Conference,
  attributes: Readonly<Record<string, string>>,
  options?: CallOptions,
): Promise<void> {
  const entries = Object.entries(attributes);
  await update(
    conference,
    entries.map(([key, val]) => ({ key: keyed(key), val, op: 'UPDATE' })),
    options,
  );
}

/** Deletes attributes of the conference; admins only. @throws {LecternError} without a key; spec §5, §8. */
export async function deleteAttributes(
  conference: Conference,
  keys: readonly string[],
  options?: CallOptions,
): Promise<void> {
  const { attributes } = conference.state.getSnapshot();
  await update(
    conference,
    keys.map((key) => ({ key: keyed(key), val: attributes[key] ?? '', op: 'DEL' })),
    options,
  );
}
