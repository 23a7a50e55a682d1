// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { verifySignature } from './verify-signature.js';

afterEach(() => void vi.unstubAllGlobals());

async function signed(payload: string) {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { publicKey, privateKey } = pair as CryptoKeyPair;
  const { x = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const bytes = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(payload)));
  const signature = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const keys = [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', alg: 'EdDSA' } as const];
  return { proof: { payload, signature, kid: 'k1' }, keys };
}

test('a certificate is genuine as it was signed, and not with one sign changed', async () => {
  const { proof, keys } = await signed('{"holder":"王小明"}');
  expect(await verifySignature(proof, keys)).toBe('genuine');
  expect(await verifySignature({ ...proof, payload: '{"holder":"王大明"}' }, keys)).toBe('forged');
  expect(await verifySignature({ ...proof, signature: '***' }, keys)).toBe('forged');
  expect(await verifySignature({ ...proof, kid: 'k2' }, keys)).toBe('forged');
  expect(await verifySignature(proof, (await signed('other')).keys)).toBe('forged');
});

test('a browser that cannot say so says that', async () => {
  const { proof, keys } = await signed('x');
  vi.stubGlobal('crypto', {});
  expect(await verifySignature(proof, keys)).toBe('unable');
  vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new DOMException('no', 'NotSupportedError')) } });
  expect(await verifySignature(proof, keys)).toBe('unable');
});
