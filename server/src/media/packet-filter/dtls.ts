/** Records and handshake fragments of DTLS 1.2 (RFC 6347 4.1 and 4.2). */

const RECORD_HEADER_BYTES = 13;
const FRAGMENT_HEADER_BYTES = 12;
const MAX_RECORDS = 16;
/** Largest handshake message, in bytes; a certificate of a browser has some hundred. */
const MAX_MESSAGE_BYTES = 16_384;
const VERSION_1_0 = 0xfeff;
const VERSION_1_2 = 0xfefd;

export const DtlsContent = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const;
export type DtlsContentType = (typeof DtlsContent)[keyof typeof DtlsContent];

const FINISHED = 20;
const FINISHED_BYTES = 12;

/** RFC 5246 7.4 and RFC 6347 4.3.2, without those that only a renegotiation uses. */
const MESSAGE_TYPES: ReadonlySet<number> = new Set([1, 2, 3, 4, 11, 12, 13, 14, 15, 16, 20]);

export interface DtlsRecord {
  readonly type: DtlsContentType;
  /** 0 in the clear, 1 encrypted. */
  readonly epoch: 0 | 1;
  /** The record with its header. */
  readonly bytes: Buffer;
  readonly fragment: Buffer;
}

/** Splits a datagram into its records; undefined where any of them is malformed. */
export function readDtlsRecords(data: Buffer): DtlsRecord[] | undefined {
  const records: DtlsRecord[] = [];
  for (let offset = 0; offset < data.length;) {
    const record = records.length < MAX_RECORDS ? readRecord(data, offset) : undefined;
    if (record === undefined) return undefined;
    records.push(record);
    offset += record.bytes.length;
  }
  return records;
}

function readRecord(data: Buffer, offset: number): DtlsRecord | undefined {
  const fragmentAt = offset + RECORD_HEADER_BYTES;
  if (fragmentAt > data.length) return undefined;
  const type = data.readUInt8(offset);
  const version = data.readUInt16BE(offset + 1);
  const epoch = data.readUInt16BE(offset + 3);
  const end = fragmentAt + data.readUInt16BE(offset + 11);
  if (!isContentType(type) || (version !== VERSION_1_0 && version !== VERSION_1_2)) return undefined;
  if ((epoch !== 0 && epoch !== 1) || end === fragmentAt || end > data.length) return undefined;
  const record = { type, epoch, bytes: data.subarray(offset, end), fragment: data.subarray(fragmentAt, end) } as const;
  return epoch === 0 && !isWellFormed(record) ? undefined : record;
}

function isContentType(type: number): type is DtlsContentType {
  return type >= DtlsContent.changeCipherSpec && type <= DtlsContent.applicationData;
}

function isWellFormed({ type, fragment }: DtlsRecord): boolean {
  switch (type) {
    case DtlsContent.changeCipherSpec:
      return fragment.length === 1 && fragment[0] === 1;
    case DtlsContent.alert:
      return fragment.length === 2;
    case DtlsContent.handshake:
      return hasWholeFragments(fragment);
    case DtlsContent.applicationData:
      return false;
  }
}

/**
 * True if a decrypted handshake record is the one complete message that a handshake sends encrypted (RFC 5246 7.4.9).
 */
export function isFinished(plain: Buffer | undefined): boolean {
  const isWhole = plain?.length === FRAGMENT_HEADER_BYTES + FINISHED_BYTES && plain.readUIntBE(9, 3) === FINISHED_BYTES;
  return isWhole && plain[0] === FINISHED && hasWholeFragments(plain) && plain.readUIntBE(1, 3) === FINISHED_BYTES;
}

function hasWholeFragments(record: Buffer): boolean {
  for (let offset = 0; offset < record.length;) {
    const bodyAt = offset + FRAGMENT_HEADER_BYTES;
    if (bodyAt > record.length || !MESSAGE_TYPES.has(record.readUInt8(offset))) return false;
    const length = record.readUIntBE(offset + 1, 3);
    const fragmentOffset = record.readUIntBE(offset + 6, 3);
    const fragmentLength = record.readUIntBE(offset + 9, 3);
    const isEmptyPart = fragmentLength === 0 && length > 0;
    if (length > MAX_MESSAGE_BYTES || fragmentOffset + fragmentLength > length || isEmptyPart) return false;
    offset = bodyAt + fragmentLength;
    if (offset > record.length) return false;
  }
  return true;
}
