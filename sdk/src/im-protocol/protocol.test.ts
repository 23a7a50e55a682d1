import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USER_DOMAIN } from './constants.js';
import * as enums from './enums.js';
import { decode, encode, MsyncFormatError, readExt, writeExt, type MessageOf } from './index.js';
import * as messages from './messages.js';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));

describe('the codec', () => {
  it('refuses a message that was cut short', () => {
    const whole = encode(messages.CommNotice, { queue: { name: 'ann', domain: USER_DOMAIN } });
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => decode(messages.CommNotice, whole.subarray(0, length))).toThrow(MsyncFormatError);
    }
  });

  it('skips fields that it does not know or that have another type, and joins parts of a message', () => {
    const unknown = bytesOf('a00180a0808ce2f9d0bf68 1205 0a03616e6e 9a0600 0a01ff 1208 1a06 6578616d706c');
    expect(decode(messages.MSync, unknown)).toEqual({ guid: { appKey: 'ann', domain: 'exampl' } });
  });

  it('takes packed and single entries of a list', () => {
    expect(decode(messages.MSync, bytesOf('5a020001 5802'))).toEqual({ encryptType: [0, 1, 2] });
  });

  it('takes no more time for an entry of a long list than for one of a short list', () => {
    // As many as fit in the longest frame; quadratic time would exceed the test's limit.
    const count = 1_000_000;
    const frame = new Uint8Array(2 * count).map((_, index) => (index % 2 === 0 ? 0x58 : 1));
    expect(decode(messages.MSync, frame).encryptType).toHaveLength(count);
  });
});

describe('frames of deployed clients', () => {
  it('are read: login', () => {
    const frame = decode(
      messages.MSync,
      bytesOf(`
        080012360a076f7267236170701205616c6963651a0b656173656d6f622e636f6d2217776562696d5f7765625f313739
        353234363939353537391a1224742459574d74697169753336753231726240034a7e08101206342e32312e3128003000
        4a117765625f313739353234363939353537396205776562696d6a17776562696d5f7765625f31373935323436393935
        3537398a010476352e3292011e7b22746f6b656e223a2224742459574d746971697533367532317262227da2010e3137
        39353234363939353538383ab201010250005800a00180a0808ce2f9d0bf68`),
    );
    const resource = 'webim_web_1795246995579';
    expect(frame).toMatchObject({
      guid: { appKey: 'org#app', name: 'alice', domain: 'easemob.com', clientResource: resource },
      auth: '$t$YWMtiqiu36u21rb',
      command: enums.Command.Provision,
    });
    expect(decode(messages.Provision, frame.payload!)).toMatchObject({
      osType: 16,
      version: '4.21.1',
      deviceUuid: 'web_1795246995579',
      deviceName: 'webim',
      resource,
    });
  });

  it('are read: a text with extensions of every type', () => {
    const frame = decode(
      messages.MSync,
      bytesOf(`
        080040004ab3010ab00108abc0eeb1b70f1a1b0a076f7267236170701203626f621a0b656173656d6f622e636f6d2801
        328501080112071205616c6963651a051203626f6222110800120d68656c6c6f206f66666c696e652a0a0a047369676e
        100218012a0e0a0768656164696d6710073201752a0c0a046e616d6510073202416c2a170a066e65737465641008320b
        7b2261223a5b312c325d7d2a0a0a04666c6167100118012a0f0a0270691006290000000000000c4038005800a00180a0
        80d4f0f9d0bf68`),
    );
    const { meta: item } = decode(messages.CommSyncUL, frame.payload!);
    expect(item).toMatchObject({ id: '530264596523', to: { name: 'bob' }, ns: enums.NameSpace.Chat });
    const body = decode(messages.MessageBody, item!.payload!);
    expect(body.contents).toEqual([{ type: 0, text: 'hello offline' }]);
    expect(readExt(body.ext!)).toEqual({
      sign: 1,
      headimg: 'u',
      name: 'Al',
      nested: { a: [1, 2] },
      flag: true,
      pi: 3.5,
    });
  });
});

describe('extensions', () => {
  it('come back as they were, whatever JSON they are', () => {
    const value = fc.jsonValue().map((each) => JSON.parse(JSON.stringify(each)) as unknown);
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), value), (ext) => {
        const entries = writeExt(ext).map((entry): MessageOf<typeof messages.KeyValue> =>
          decode(messages.KeyValue, encode(messages.KeyValue, entry)),
        );
        expect(JSON.stringify(readExt(entries))).toBe(JSON.stringify(ext));
      }),
    );
  });

  it('write a zero, and leave out what is undefined', () => {
    expect(writeExt({ sign: 0, nothing: undefined })).toEqual([{ key: 'sign', type: 2, varintValue: '0' }]);
  });
});
