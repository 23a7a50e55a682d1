import { encode, MessageBody, MsyncFormatError } from '@lectern/rtc/im-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAsDeployed } from '../testing/deployed-reader.js';
import { checkBodyForm } from './body-form.js';
import { readChat } from './chat.js';

const own = encode(MessageBody, {
  type: 1,
  from: { name: 'mallory' },
  to: { name: 'ben' },
  contents: [{ type: 0, text: 'pay me' }],
});
const withMore = (...more: readonly (string | number)[]): Uint8Array =>
  Buffer.concat([own, ...more.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part)))]);

describe('the form of a body', () => {
  it.each([
    ['eight bytes where deployed clients see a name', withMore(0x11, 7, 0x12, 5, 'alice')],
    ['a number where deployed clients see a name', withMore(0x10, 5, 0x12, 3, 'ben', 0x12, 0)],
    ['a second sender', withMore(0x12, 7, 0x12, 5, 'alice')],
    ['a sender in two parts', withMore(0x12, 3, 0x1a, 1, 'x')],
    ['a text that reaches beyond its part', withMore(0x22, 2, 0x10, 9, 0x12, 7, 0x12, 5, 'alice')],
    ['a number of 32 bits in 6 bytes', withMore(0x08, 0x81, 0x80, 0x80, 0x80, 0x80, 0, 0x1a, 2)],
    ['a length in 6 bytes', withMore(0x42, 0x81, 0x80, 0x80, 0x80, 0x80, 0, 'x')],
    ['a group, which has no end', withMore(0x7b)],
    ['bytes that end too early', withMore(0x42, 9, 'x')],
  ])('refuses %s', (_what, body) => {
    expect(() => checkBodyForm(body)).toThrow(MsyncFormatError);
  });

  it('takes what clients send, and fields that nobody knows yet', () => {
    const all = encode(MessageBody, {
      type: 1,
      from: { appKey: 'a#b', name: 'ann', domain: 'easemob.com', clientResource: 'web' },
      to: { name: 'ben' },
      contents: [{ type: 1, displayName: 'x', fileLength: -1, size: { width: 3, height: 4 }, duration: 5 }],
      ext: [
        { key: 'a', type: 2, varintValue: '-5' },
        { key: 'b', type: 6, doubleValue: 0.5, floatValue: 1 },
      ],
      ackMessageId: '18446744073709551615',
    });
    expect(() => checkBodyForm(all)).not.toThrow();
    const unknown = Buffer.from([
      0xf8,
      0x07,
      0x81,
      0x80,
      0x80,
      0x80,
      0x80,
      0,
      0xfa,
      0x07,
      1,
      9,
      0xf9,
      0x07,
      ...own.subarray(0, 8),
    ]);
    expect(() => checkBodyForm(Buffer.concat([own, unknown]))).not.toThrow();
  });

  it('lets nobody name another sender to deployed clients, whatever bytes are put in', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom(0x0a, 0x10, 0x11, 0x12, 0x15, 0x1a, 0x22, 0x28, 0x2a).map((tag) => Uint8Array.of(tag)),
      fc.constantFrom('\u0012\u0005alice', '\u0012\u0007\u0012\u0005alice').map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.nat(own.length), fc.array(bytes, { minLength: 1, maxLength: 4 }), (at, parts) => {
        const body = Buffer.concat([own.subarray(0, at), ...parts, own.subarray(at)]);
        const sender = { appKey: 'a#b', user: 'mallory', resource: 'web' };
        const draft = readChat({ id: '1', to: { name: 'ben' }, ns: 1, payload: body }, sender);
        const from = 'body' in draft ? readAsDeployed(draft.body)?.from : undefined;
        expect([undefined, 'mallory']).toContain(from);
      }),
      { numRuns: 1_000, examples: [[own.length, [Uint8Array.of(0x11, 7, 0x12, 5), Buffer.from('alice')]]] },
    );
  });
});
