// @vitest-environment node
import { expect, test } from 'vitest';
import { claimsIn, proofPath, readProof } from './carried-proof.js';

const NO = 'LC-7K2M-9QXD-4RTB';
/** As the server signs it. */
const CLAIMS = {
  ...{ no: NO, holder: '王小明', course_zh: '微積分', course_en: 'Calculus', mentor: 'Ann' },
  ...{ units: 12, seconds: 7_200, issuer: '講台 Lectern', issued_at: '2026-11-22T10:00:00.000Z' },
};
const proofOf = (claims: object) => ({ payload: JSON.stringify(claims), signature: 'c2ln_-A', kid: 'k-1_x' });

const hashOf = (path: string): string => new URL(path, 'https://here.invalid').hash;

test('an address carries what was signed, to the letter, and short enough for a code on paper', () => {
  const proof = proofOf(CLAIMS);
  const path = proofPath(NO, proof);
  expect(path).toMatch(/^\/verify\/LC-7K2M-9QXD-4RTB#[\w.-]+$/);
  expect(path.length).toBeLessThan(200);
  expect(readProof(NO, hashOf(path))).toEqual(proof);
  expect(claimsIn(proof.payload)).toEqual(CLAIMS);
});

test('what was signed in another form arrives in that form', () => {
  const { no, ...rest } = CLAIMS;
  const proof = proofOf({ ...rest, no });
  expect(readProof(NO, hashOf(proofPath(NO, proof)))).toEqual(proof);
});

test('the certificate of another number, a torn address and none carry nothing', () => {
  const { hash } = new URL(proofPath(NO, proofOf({ ...CLAIMS, extra: 1 })), 'https://here.invalid');
  expect(readProof('LC-0000-0000-0000', hash)).toBeUndefined();
  for (const torn of ['', '#', '#a', '#a.b.c', '#%%%.k.s', hash.slice(0, 90), `#${btoa('[1]')}.k.s`]) {
    expect(readProof(NO, torn)).toBeUndefined();
  }
  expect(proofPath(NO, { payload: 'no JSON', signature: 's', kid: 'k' })).toBe(`/verify/${NO}`);
});
