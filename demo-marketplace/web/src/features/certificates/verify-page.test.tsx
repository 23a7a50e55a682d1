import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { proofPath } from './lib/carried-proof.js';
import { VerifyPage } from './verify-page.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const CLAIMS = {
  ...{ no: 'LC-7K2M-9QXD-4RTB', holder: 'Ida Wells', course_zh: '微積分', course_en: 'Calculus', mentor: 'Ann' },
  ...{ units: 12, seconds: 7_200, issuer: '講台 Lectern', issued_at: '2026-11-22T10:00:00.000Z' },
};

const encoded = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Creates a key pair that signs certificates. */
async function signer() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const sign = async (claims: object) => {
    const payload = JSON.stringify(claims);
    const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(payload));
    return { payload, signature: encoded(signature), kid: 'k1' };
  };
  return { sign, keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', alg: 'EdDSA' }] };
}

let answers: Record<string, () => Response>;
const ok = (data: object) => (): Response => Response.json({ code: 1, msg: '', data });

/** Makes the server unreachable. */
const leave = (): void => void (answers = {});

beforeEach(async () => {
  await activateLocale('en');
  await needTexts('certificates');
  leave();
  answerAll(({ path }) => answers[path.split('/').at(-1) ?? '']?.());
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(path: string): void {
  const router = createMemoryRouter([{ path: '/verify/:no', Component: VerifyPage }], { initialEntries: [path] });
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
}

const verdict = (text: string) =>
  waitFor(() => expect(screen.getByTestId('device-verdict').textContent).toContain(text));
const figure = () => screen.queryByRole('figure', { name: 'Certificate of Ida Wells for “Calculus”' });

/** Verifies a certificate in this browser, which stores the keys. */
async function visit({ sign, keys }: Awaited<ReturnType<typeof signer>>): Promise<void> {
  const proof = await sign(CLAIMS);
  answers = { verify: ok({ ...CLAIMS, ...proof, valid: true, revoked: false }), keys: ok({ keys }) };
  open(`/verify/${CLAIMS.no}`);
  await verdict('The signature is right');
  cleanup();
  leave();
}

test('without a network the certificate that the code carries is verified by the keys of an earlier visit', async () => {
  const lectern = await signer();
  await visit(lectern);
  const other = { ...CLAIMS, no: 'LC-0000-0000-0001' };
  open(proofPath(other.no, await lectern.sign(other)));
  expect(
    await screen.findByRole('heading', { name: 'The signature is right, but Lectern cannot be reached' }),
  ).toBeTruthy();
  expect(figure()).toBeTruthy();
});

test('whoever changes what the code carries is found out, and it is not shown', async () => {
  const lectern = await signer();
  await visit(lectern);
  const { signature, kid } = await lectern.sign(CLAIMS);
  const payload = JSON.stringify({ ...CLAIMS, holder: 'Somebody Else' });
  open(proofPath(CLAIMS.no, { payload, signature, kid }));
  expect(await screen.findByRole('heading', { name: 'This certificate is not valid' })).toBeTruthy();
  expect(screen.queryByRole('figure')).toBeNull();
});

test('a browser without the key says so, and shows nothing that it could not verify', async () => {
  const lectern = await signer();
  open(proofPath(CLAIMS.no, await lectern.sign(CLAIMS)));
  expect(await screen.findByText(/does not have Lectern’s public key yet/)).toBeTruthy();
  expect(figure()).toBeNull();
  // The network is back.
  const proof = await lectern.sign(CLAIMS);
  answers = {
    verify: ok({ ...CLAIMS, ...proof, valid: true, revoked: false }),
    keys: ok({ keys: lectern.keys }),
  };
  fireEvent.click(screen.getByRole('button', { name: 'Ask Lectern again' }));
  expect(await screen.findByRole('heading', { name: 'This certificate is valid' })).toBeTruthy();
});

test('a number alone can be verified by nobody without a network', async () => {
  await visit(await signer());
  open(`/verify/${CLAIMS.no}`);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a right signature of something else than what is shown is none', async () => {
  const { sign, keys } = await signer();
  const proof = await sign({ ...CLAIMS, holder: 'Somebody Else' });
  answers = { verify: ok({ ...CLAIMS, ...proof, valid: true, revoked: false }), keys: ok({ keys }) };
  open(`/verify/${CLAIMS.no}`);
  expect(await screen.findByText(/The signature is wrong/)).toBeTruthy();
});

test('verifying again keeps the focus where it is', async () => {
  const lectern = await signer();
  await visit(lectern);
  open(proofPath(CLAIMS.no, await lectern.sign(CLAIMS)));
  await verdict('The signature is right');
  const again = screen.getByRole('button', { name: 'Verify again' });
  again.focus();
  fireEvent.click(again);
  await verdict('The signature is right');
  expect(document.activeElement).toBe(again);
});
