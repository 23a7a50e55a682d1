import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { eventually, freePort, ServerProcess } from '../support/index.js';
import { RawMember, requestRawTicket } from './raw-member.js';

it('webhooks that could not be delivered arrive after the server was killed, in order', async () => {
  const port = await freePort();
  const server = await ServerProcess.start({
    env: { WEBHOOK_URL: `http://127.0.0.1:${port}/`, WEBHOOK_SECRET: 'a secret of both sides', GRACE_MS: '1000' },
  });
  const types: string[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      types.push((JSON.parse(text) as { type: string }).type);
      response.writeHead(204).end();
    });
  });
  try {
    const ann = await RawMember.connect(await requestRawTicket(server.url, 'webhooks', 'ann'));
    await ann.enter();
    const ben = await RawMember.connect(await requestRawTicket(server.url, 'webhooks', 'ben'));
    await ben.enter();
    ben.say({ op: 201, reason: 0 });
    // The departure of ben is stored once a later request has been answered.
    await eventually(
      'ann knowing that ben has left',
      () => ann.received.some(({ op }) => op === 301),
      (isTold) => isTold,
    );
    expect(await ann.request({ op: 1000, cver: 0 })).toMatchObject({ result: 0 });
    await server.kill('SIGKILL');
    await new Promise<void>((done) => receiver.listen(port, '127.0.0.1', done));
    await server.start();
    await eventually(
      'everything being told',
      () => types.length,
      (count) => count >= 6,
    );
    expect(types).toEqual([
      'conference.started',
      'member.joined',
      'member.joined',
      'member.left',
      // Nobody reconnected after the restart.
      'member.left',
      'conference.ended',
    ]);
    ann.close();
    ben.close();
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await server.close();
  }
});
