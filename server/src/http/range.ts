/** Requested bytes of a file, both ends included; all of it; or none, if the range is outside of the file. */
export type ByteRange = { readonly from: number; readonly to: number } | 'all' | 'none';

/** Reads a Range header of one range (RFC 9110 14.2); anything else means the whole file. */
export function readRange(header: string | undefined, size: number): ByteRange {
  const parsed = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (parsed === null) return 'all';
  const [first, last] = [parsed[1] ?? '', parsed[2] ?? ''];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(size, Number(last));
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(size - 1, Number(last));
  if (last !== '' && Number(last) < from) return 'all';
  return from >= size ? 'none' : { from, to };
}
