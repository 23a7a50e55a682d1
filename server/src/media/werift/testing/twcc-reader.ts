/** Parses transport-wide feedback as a sender would, independently of the code that writes it. */
export interface ReadFeedback {
  readonly senderSsrc: number;
  readonly mediaSsrc: number;
  readonly count: number;
  /** Arrival in ticks of 250 us by sequence number; undefined where the packet is reported as lost. */
  readonly arrivals: readonly { readonly sequence: number; readonly ticks: number | undefined }[];
}

export function readFeedback(packet: Buffer): ReadFeedback {
  if (packet.readUInt8(0) >> 6 !== 2 || (packet.readUInt8(0) & 0x1f) !== 15) throw new Error('not transport feedback');
  if (packet.readUInt8(1) !== 205) throw new Error('not a transport layer feedback packet');
  if ((packet.readUInt16BE(2) + 1) * 4 !== packet.length) throw new Error('length and content differ');
  const padding = (packet.readUInt8(0) & 0x20) === 0 ? 0 : packet.readUInt8(packet.length - 1);
  const end = packet.length - padding;
  const base = packet.readUInt16BE(12);
  const statusCount = packet.readUInt16BE(14);
  const reference = packet.readIntBE(16, 3);
  const symbols: number[] = [];
  let offset = 20;
  while (symbols.length < statusCount) {
    const chunk = packet.readUInt16BE(offset);
    offset += 2;
    if (chunk >> 15 === 0) for (let left = chunk & 0x1fff; left > 0; left--) symbols.push((chunk >> 13) & 3);
    else if (((chunk >> 14) & 1) === 0) for (let bit = 13; bit >= 0; bit--) symbols.push((chunk >> bit) & 1);
    else for (let bit = 12; bit >= 0; bit -= 2) symbols.push((chunk >> bit) & 3);
  }
  let ticks = reference * 256;
  const arrivals = symbols.slice(0, statusCount).map((symbol, index) => {
    const sequence = (base + index) & 0xffff;
    if (symbol === 0) return { sequence, ticks: undefined };
    if (symbol === 3) throw new Error('reserved symbol');
    ticks += symbol === 1 ? packet.readUInt8(offset) : packet.readInt16BE(offset);
    offset += symbol;
    return { sequence, ticks };
  });
  if (offset !== end) throw new Error(`deltas end at ${offset}, the packet at ${end}`);
  return {
    senderSsrc: packet.readUInt32BE(4),
    mediaSsrc: packet.readUInt32BE(8),
    count: packet.readUInt8(19),
    arrivals,
  };
}
