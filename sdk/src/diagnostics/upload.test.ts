import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { uploadLog } from './index.js';

let server: Server;
let url: string;
let status: number | undefined;
let received: { headers: IncomingHttpHeaders; form: FormData } | undefined;
let arrived: () => void;

beforeEach(async () => {
  status = 200;
  received = undefined;
  arrived = () => undefined;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const type = String(request.headers['content-type']);
      void new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData().then((form) => {
        received = { headers: request.headers, form };
        arrived();
        if (status !== undefined) response.writeHead(status).end('{}');
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logs`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

it('sends a log as multipart form data, with its name, further fields and progress', async () => {
  const onProgress = vi.fn<(sent: number, total: number) => void>();
  await uploadLog({ url, name: '報告.txt', text: '一行\nline', fields: { user: 'ann' }, onProgress });
  const file = received?.form.get('報告.txt') as File;
  expect([file.name, await file.text()]).toEqual(['報告.txt', '一行\nline']);
  expect(received?.form.get('user')).toBe('ann');
  expect(received?.headers['x-file-name']).toBe(encodeURIComponent('報告.txt'));
  expect(onProgress.mock.lastCall).toEqual([11, 11]);
});

it('counts 200 alone as done', async () => {
  for (status of [201, 413, 500]) {
    await expect(uploadLog({ url, name: 'a', text: 'b' })).rejects.toMatchObject({
      ...{ code: status, errorType: 'http_error', reason: 'refused' },
    });
  }
});

it('tells of an address that nobody listens at, or that is none', async () => {
  await expect(uploadLog({ url: 'http://127.0.0.1:1/', name: 'a', text: 'b' })).rejects.toMatchObject({
    ...{ reason: 'network', errorType: 'http_error' },
  });
  await expect(uploadLog({ url: 'file:///x', name: 'a', text: 'b' })).rejects.toMatchObject({
    reason: 'invalid-argument',
  });
  await expect(uploadLog({ url, name: '', text: 'b' })).rejects.toMatchObject({ reason: 'invalid-argument' });
});

it('can be aborted, and gives up by itself', async () => {
  status = undefined;
  const clock = new FakeClock();
  const has = new Promise<void>((resolve) => (arrived = resolve));
  const controller = new AbortController();
  const aborted = uploadLog({ url, name: 'a', text: 'b', signal: controller.signal, clock });
  await has;
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ reason: 'aborted' });
  await expect(uploadLog({ url, name: 'a', text: 'b', signal: controller.signal })).rejects.toMatchObject({
    reason: 'aborted',
  });
  const late = uploadLog({ url, name: 'a', text: 'b', clock, timeoutMs: 5_000 });
  clock.advanceSync(5_000);
  await expect(late).rejects.toMatchObject({ reason: 'timeout', code: -408 });
  expect(clock.pendingTimers).toBe(0);
});

it('tells how much has left where the page knows', async () => {
  const requests: FakeRequest[] = [];
  class FakeRequest {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onloadend?: () => void;
    readonly headers: string[] = [];
    status = 200;
    constructor() {
      requests.push(this);
    }
    open(): void {}
    setRequestHeader(name: string): void {
      this.headers.push(name);
    }
    send(): void {}
  }
  const onProgress = vi.fn<(sent: number, total: number) => void>();
  const done = uploadLog({
    ...{ url, name: 'a', text: 'b', onProgress, clock: new FakeClock() },
    XMLHttpRequest: FakeRequest as unknown as typeof XMLHttpRequest,
  });
  const [request] = requests;
  request?.upload.onprogress?.({ loaded: 10, total: 20 });
  request?.onload?.();
  request?.onloadend?.();
  await done;
  expect(onProgress.mock.calls).toEqual([[10, 20]]);
  expect(request?.headers).toEqual(['X-File-Name']);
});
