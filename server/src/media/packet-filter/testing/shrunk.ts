/**
 * Shortens a packet as long as it stays bad: halves are left out first, then smaller parts down to single bytes, and what
 * remains is set to 0 where it does not matter.
 */
export function shrunk(packet: Buffer, isBad: (packet: Buffer) => boolean): Buffer {
  let least = packet;
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.length;) {
      const shorter = Buffer.concat([least.subarray(0, at), least.subarray(at + size)]);
      if (isBad(shorter)) least = shorter;
      else at += size;
    }
  }
  for (let at = 0; at < least.length; at++) {
    const plainer = Buffer.from(least);
    plainer[at] = 0;
    if (isBad(plainer)) least = plainer;
  }
  return least;
}
