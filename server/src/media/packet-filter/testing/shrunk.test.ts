import { expect, test } from 'vitest';
import { shrunk } from './shrunk.js';

test('a bad packet becomes as short and as plain as it can be and still be bad', () => {
  const packet = Buffer.from(Array.from({ length: 1_200 }, (_, index) => 1 + (index % 200)));
  packet[700] = 0xde;
  packet[900] = 0xff;
  // Both bytes, in this order, with anything between them.
  const isBad = (one: Buffer): boolean =>
    one.indexOf(0xff, one.indexOf(0xde) + 1) > one.indexOf(0xde) && one.includes(0xde);
  expect(shrunk(packet, isBad)).toEqual(Buffer.from([0xde, 0xff]));
});

test('one that cannot be shortened stays as it is', () => {
  const packet = Buffer.from('900dcafe', 'hex');
  expect(shrunk(packet, (one) => one.equals(packet))).toEqual(packet);
});
