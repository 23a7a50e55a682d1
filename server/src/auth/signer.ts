import { createHmac, timingSafeEqual } from 'node:crypto';

/** Purpose of a signature; one made for one purpose is invalid for every other. */
export type Purpose =
  'ticket' | 'session' | 'access-token' | 'role-token' | 'password' | 'recording' | 'call' | 'quality' | 'grant';

const hmac = (secret: Buffer, purpose: Purpose, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');

/** Signs with the server's secret (HMAC-SHA-256), and verifies signatures made with it or with an earlier one. */
export class Signer {
  readonly #secret: Buffer;
  readonly #previous: readonly Buffer[];

  constructor(secret: Buffer, previous: readonly Buffer[] = []) {
    this.#secret = secret;
    this.#previous = previous;
  }

  sign(purpose: Purpose, text: string): string {
    return hmac(this.#secret, purpose, text);
  }

  verify(purpose: Purpose, text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return [this.#secret, ...this.#previous].some((secret) => {
      const expected = Buffer.from(hmac(secret, purpose, text));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  /** Keys of 256 bits for one purpose and one text: of the current secret first, then of the earlier ones. */
  derive(purpose: Purpose, text: string): readonly Buffer[] {
    return [this.#secret, ...this.#previous].map((secret) => Buffer.from(hmac(secret, purpose, text), 'base64url'));
  }

  /** A token that carries its own payload, which is readable by anyone and authenticated by the signature. */
  seal(purpose: Purpose, payload: object): string {
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${body}.${this.sign(purpose, body)}`;
  }

  /** The payload of a token that {@link seal} made for the same purpose; undefined for anything else. */
  open(purpose: Purpose, token: string): unknown {
    const [body, signature, ...rest] = token.split('.');
    if (body === undefined || signature === undefined || rest.length > 0) return undefined;
    if (!this.verify(purpose, body, signature)) return undefined;
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
  }
}
