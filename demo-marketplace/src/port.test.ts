import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkPort, PortTakenError } from './port.js';

test('a port that another program uses is refused with what to do; once free it is fine', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const refused = checkPort(port, '127.0.0.1');
  await expect(refused).rejects.toBeInstanceOf(PortTakenError);
  await expect(refused).rejects.toThrow(`PORT=${port + 1} npm start`);
  other.close();
  await once(other, 'close');
  await expect(checkPort(port, '127.0.0.1')).resolves.toBeUndefined();
});
