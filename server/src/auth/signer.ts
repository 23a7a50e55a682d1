import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature is for; one made for one purpose is worth nothing for another. */
export type Purpose =
  'ticket' | 'session' | 'access-token' | 'role-token' | 'password' | 'recording' | 'call' | 'quality';

/** Signs and verifies with the server's secret (HMAC-SHA-256). */
export class Signer {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.#secret).update(`${purpose}\n${text}`).digest('base64url');
  }

  verify(purpose: Purpose, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** A token that carries its own payload, readable by anybody and forgeable by nobody. */
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
