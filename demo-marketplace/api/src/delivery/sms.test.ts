import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smsCarrier } from './index.js';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}

let server: Server;
let received: ReceivedRequest[];
let answer: { readonly status: number; readonly body: object };

/** The part of the carrier's API that accepts a message. */
beforeEach(async () => {
  received = [];
  answer = { status: 201, body: { sid: 'SM1', status: 'queued' } };
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const form = Object.fromEntries(new URLSearchParams(body));
      received.push({ method, url, authorization: headers.authorization, form });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const carrier = (from = '+15005550006') => {
  const { port } = server.address() as AddressInfo;
  return smsCarrier({ apiUrl: `http://127.0.0.1:${port}`, account: 'AC1', token: 's3cret', from });
};
const SMS = { to: '+886912345678', text: '驗證碼 123456' };

test('a text message is handed to the carrier, from the number that is set', async () => {
  await carrier().sendSms(SMS);
  expect(received).toEqual([
    {
      method: 'POST',
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:s3cret').toString('base64')}`,
      form: { To: '+886912345678', From: '+15005550006', Body: '驗證碼 123456' },
    },
  ]);
});

test('a messaging service chooses the number where one is set', async () => {
  const service = `MG${'0'.repeat(32)}`;
  await carrier(service).sendSms(SMS);
  expect(received[0]?.form).toEqual({ To: SMS.to, MessagingServiceSid: service, Body: SMS.text });
});

test('what the carrier refuses is an error, to be tried again, and does not repeat the code', async () => {
  answer = { status: 400, body: { code: 21211, message: `The message ${SMS.text} cannot be sent` } };
  await expect(carrier().sendSms(SMS)).rejects.toThrow('the carrier answers 400 (21211)');
  await expect(carrier().sendSms(SMS)).rejects.not.toThrow('123456');
});
