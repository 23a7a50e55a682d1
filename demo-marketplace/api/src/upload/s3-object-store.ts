import { AwsClient } from 'aws4fetch';
import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from './refused.js';
import { POSTED, type S3Options } from './s3-forms.js';
import type { ObjectStore } from './object-store.js';

const LINK_LIFE_SECONDS = 3_600;

/** A private bucket of an S3-compatible storage. */
export class S3ObjectStore implements ObjectStore {
  readonly #aws: AwsClient;

  constructor(private readonly options: S3Options) {
    const { accessKeyId, secretAccessKey, region } = options;
    this.#aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  }

  /** Origin that pages fetch from and post to. */
  get origin(): string {
    return new URL(this.options.endpoint).origin;
  }

  async put(draft: string, key: string, mime: string): Promise<void> {
    const body = await openAsBlob(draft, { type: mime });
    // The redirect that leads to a public file sets its caching.
    await this.#ask('PUT', key, { body, headers: { 'content-type': mime, 'content-length': String(body.size) } });
  }

  async fetchPosted(key: string, draft: string, maxBytes: number): Promise<number | undefined> {
    const response = await this.#ask('GET', POSTED + key);
    if (response.status === 404 || response.body === null) return undefined;
    const size = Number(response.headers.get('content-length') ?? 0);
    if (size > maxBytes) throw new Refused(400, 'EntityTooLarge');
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(draft));
    return size;
  }

  async move(from: string, to: string): Promise<void> {
    const found = await this.#ask('GET', from);
    if (found.status === 404) return;
    const body = await found.blob();
    await this.#ask('PUT', to, { body, headers: { 'content-type': body.type, 'content-length': String(body.size) } });
    await this.#ask('DELETE', from);
  }

  async dropPosted(key: string): Promise<void> {
    await this.#ask('DELETE', POSTED + key);
  }

  /** Signed address of a file, valid for an hour; `disposition` sets the `content-disposition` header. */
  async linkTo(key: string, disposition?: string): Promise<string> {
    const url = new URL(this.#addressOf(key));
    if (disposition !== undefined) url.searchParams.set('response-content-disposition', disposition);
    url.searchParams.set('X-Amz-Expires', String(LINK_LIFE_SECONDS));
    const { url: signed } = await this.#aws.sign(url.toString(), { method: 'GET', aws: { signQuery: true } });
    return signed;
  }

  #addressOf(key: string): string {
    const { endpoint, bucket } = this.options;
    return `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** @throws {Error} when the storage refuses; a missing file is no error */
  async #ask(method: string, key: string, more: RequestInit = {}): Promise<Response> {
    const response = await this.#aws.fetch(this.#addressOf(key), { method, ...more });
    if (!response.ok && response.status !== 404) throw new Error(`the storage answers ${response.status} to ${method}`);
    return response;
  }
}
