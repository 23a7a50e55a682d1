import { i18n } from '@lingui/core';
import { getMemberInfo } from '@lectern/marketplace-contract';
import { beforeAll, expect, test } from 'vitest';
import { activateLocale } from '../i18n/locale.js';
import { textOf } from '../i18n/use-text.js';
import { callApi } from './client.js';
import { failureText } from './failure-text.js';
import { answerAll, serveTests } from '../testing/server.js';

serveTests();

beforeAll(() => activateLocale('en'));

const said = (): Promise<string> =>
  callApi(getMemberInfo, {}, { locale: i18n.locale }).then(
    () => 'nothing',
    (error: unknown) => failureText(error, textOf),
  );

// Specification §8.
test.each<[string, () => Response, string]>([
  ['a server that is not reached', () => Response.error(), 'request failed'],
  [
    'something in between that knows nothing of it',
    () => new Response('<h1>No</h1>', { status: 404 }),
    'request failed',
  ],
  ['something in between that takes no more', () => new Response('', { status: 413 }), 'request failed'],
  ['a server that broke', () => new Response('', { status: 500 }), 'request failed 500'],
  ['a server without room', () => new Response('', { status: 507 }), 'No room for the file now. Try again later.'],
  [
    'a server that broke, and says so',
    () => Response.json({ code: 0, msg: 'Oops', data: { reason: 'internal' } }, { status: 500 }),
    'request failed 500',
  ],
  [
    'a server that refuses',
    () => Response.json({ code: 403, msg: 'Not for you.', data: { reason: 'wrong-role' } }),
    'Not for you.',
  ],
])('%s is told in the words of the specification, or the server’s', async (_title, answer, text) => {
  answerAll(answer);
  expect(await said()).toBe(text);
});

test('a connection that breaks is a request that failed', async () => {
  answerAll(() => undefined);
  expect(await said()).toBe('request failed');
});
