import { systemClock } from '@lectern/kit/clock';
import { expect, test } from 'vitest';
import { MediaError } from '../../engine.js';
import { parseOffer } from '../sdp/offer.js';
import { chromiumOffer } from '../testing/offers.js';
import { PeerTransport } from './peer.js';

test('a transport that failed before its answer was written says so', async () => {
  const environment = {
    clock: systemClock,
    addresses: () => ['127.0.0.1'],
    listenAddress: '127.0.0.1',
    ports: undefined,
    log: () => undefined,
  };
  const events = { rtp: () => undefined, rtcp: () => undefined, state: () => undefined };
  const peer = await PeerTransport.open(parseOffer(chromiumOffer({ audio: 'sendonly' })), environment, events);
  expect(peer.describe().candidates).toHaveLength(1);
  peer.close();
  // The socket closes in a later turn.
  await new Promise(setImmediate);
  expect(() => peer.describe()).toThrow(new MediaError('no-transport', 'the connection was closed; open another one'));
});
