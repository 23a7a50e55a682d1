/** Datagrams that once caused failures, or are designed to; kept as regression tests. */
export interface HostilePacket {
  readonly name: string;
  readonly packet: Buffer;
}

const ZEROS = '00'.repeat(20);
const BINDING = '000100002112a442000102030405060708090a0b';

const HEX: Readonly<Record<string, string>> = {
  'one-byte RTP extensions that end behind the packet': `906f000100000001000000 01bedeffff${ZEROS}`,
  'two-byte RTP extensions that end behind the packet': `906f00010000000100000001 1000ffff${ZEROS}`,
  'RTP extensions of an unknown profile that end behind the packet': `906f00010000000100000001abcdffff${ZEROS}`,
  'an RTP header that counts more sources than it has': `8f6f00010000000100000001${ZEROS}`,
  'an RTP packet of padding that is longer than itself': `a06f00010000000100000001${'ff'.repeat(30)}`,
  'an RTP header and no tag': '806f00010000000100000001',
  'a sender report of 31 blocks and no block': `9fc800060000000100000001${ZEROS}`,
  'an RTCP packet that is longer than the datagram': `80c8ffff0000000100000001${ZEROS}`,
  'transport feedback on 65,535 packets in eight runs': `8fcd0008000000010000000100 00ffff00000000${'1fff'.repeat(8)}`,
  'a NACK of the whole number space': `81cd01000000000100000001${'0000ffff'.repeat(250)}`,
  'a REMB of 255 streams': `8fce0005000000010000000052454d42ff03ffff${ZEROS}`,
  'a BYE of 31 streams and a long reason': `9fcb000100000001ffff${ZEROS}`,
  'an SDES item that is longer than the packet': `81ca000200000001 01ff4141${ZEROS}`,
  'a STUN request that is shorter than it says': '0001fffc2112a442000102030405060708090a0b',
  'a STUN attribute that is longer than the message': '000100082112a442000102030405060708090a0b0006ffff41414141',
  'a STUN request of nothing but empty attributes': `000103e82112a442000102030405060708090a0b${'8022 0000'.repeat(250)}`,
  'a STUN request without user name and integrity': BINDING,
  'a STUN response to nothing': '010100002112a442000102030405060708090a0b',
  'a STUN request of another method': '000300002112a442000102030405060708090a0b',
  'a DTLS alert that closes': '15fefd000000000000000000020100',
  'a DTLS record of an unknown type': '18fefd0000000000000000000401020304',
  'a DTLS record that is longer than the datagram': '16fefd0000000000000000ffff010203',
  'a DTLS record of nothing': '16fefd00000000000000000000',
  'a DTLS fragment of a message of 16 MB': '16fefd0000000000000000000d01ffffff0000fffffe00000141',
  'a DTLS fragment of no bytes': '16fefd0000000000000000000c0100010000000000000000000',
  'half a DTLS header': '16fefd00000000000000000d',
  nothing: '',
  'one byte': '80',
};

export const HOSTILE_PACKETS: readonly HostilePacket[] = Object.entries(HEX).map(([name, hex]) => ({
  name,
  packet: Buffer.from(hex.replaceAll(' ', ''), 'hex'),
}));
