import { expect, test } from 'vitest';
import { RtcClient } from '../index.js';

test('a client is created on a server without a page, and only media is refused', async () => {
  expect([typeof window, typeof location]).toEqual(['undefined', 'undefined']);
  const client = new RtcClient({
    appKey: 'org#app',
    restUrl: 'http://localhost:1',
    identity: { memName: 'org#app_ann', token: 'T' },
  });
  expect(client.current.getSnapshot()).toBeUndefined();
  await expect(client.openMedia({ audio: true })).rejects.toMatchObject({
    reason: 'unsupported',
    specMessage: 'getUserMedia error: not have input device',
  });
});
