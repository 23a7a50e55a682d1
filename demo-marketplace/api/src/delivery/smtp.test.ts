import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from './index.js';

let server: Server;
let received: string;
let refuses: boolean;

/** The part of SMTP that accepts a message. */
beforeEach(async () => {
  received = '';
  refuses = false;
  server = createServer((socket) => {
    let isBody = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString();
      // A line may arrive in several chunks.
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isBody && line === '.') {
          isBody = false;
          socket.write('250 taken\r\n');
        } else if (!isBody && line.startsWith('EHLO')) socket.write('250 test\r\n');
        else if (!isBody && line.startsWith('RCPT')) socket.write(refuses ? '550 no such box\r\n' : '250 ok\r\n');
        else if (!isBody && line.startsWith('MAIL')) socket.write('250 ok\r\n');
        else if (!isBody && line === 'DATA') {
          isBody = true;
          socket.write('354 go on\r\n');
        } else if (!isBody && line === 'QUIT') socket.end('221 bye\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
});

const mailer = () => {
  const { port } = server.address() as AddressInfo;
  return smtpMailer(`smtp://127.0.0.1:${port}`, 'Lectern <no-reply@example.org>');
};

test('mail is handed to the server, from the sender that is set', async () => {
  const own = mailer();
  await own.sendMail({ to: 'ann@example.org', subject: 'Hello', text: 'Your code is 123456.' });
  own.close();
  expect(received).toContain('MAIL FROM:<no-reply@example.org>');
  expect(received).toContain('RCPT TO:<ann@example.org>');
  expect(received).toContain('From: Lectern <no-reply@example.org>');
  expect(received).toContain('Your code is 123456.');
});

test('mail with HTML is sent as both, text first', async () => {
  const own = mailer();
  await own.sendMail({ to: 'ann@example.org', subject: 'Hello', text: 'Plain words.', html: '<p>Rich words.</p>' });
  own.close();
  expect(received).toContain('multipart/alternative');
  expect(received.indexOf('Plain words.')).toBeLessThan(received.indexOf('<p>Rich words.</p>'));
});

test('mail programs are told how its reader wants no more of it', async () => {
  const own = mailer();
  const stopUrl = 'https://market.test/mail/stop/7/digest/signed';
  await own.sendMail({ to: 'ann@example.org', subject: 'Hello', text: 'x', stopUrl });
  own.close();
  expect(received).toContain(`List-Unsubscribe: <${stopUrl}>`);
  expect(received).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('what the server refuses is an error, to be tried again', async () => {
  refuses = true;
  const own = mailer();
  await expect(own.sendMail({ to: 'ann@example.org', subject: 'Hello', text: 'x' })).rejects.toThrow('550');
  own.close();
});
