import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ForwardPayloadType } from '../../forward.js';
import { createWeriftEngine } from '../host.js';
import { TestPublisher, vp8Payload } from '../testing/peers.js';

const IDS = { roomId: 'room', transportId: 'room:1', sourceId: 'source' };

const engine = createWeriftEngine({ announcedAddresses: ['127.0.0.1'] });
let publisher: TestPublisher;
let socket: Socket;
let received: Buffer[];

beforeEach(async () => {
  received = [];
  socket = createSocket('udp4').on('message', (packet) => received.push(packet));
  socket.bind(0, '127.0.0.1');
  publisher = new TestPublisher();
  await Promise.all([once(socket, 'listening'), engine.start()]);
});

afterEach(async () => {
  socket.close();
  await publisher.close();
  await engine.stop();
});

const isMedia = (packet: Buffer): boolean => (packet[1]! & 0x7f) < 72 || (packet[1]! & 0x7f) > 76;
const ofType = (type: number): Buffer[] => received.filter((packet) => isMedia(packet) && (packet[1]! & 0x7f) === type);

test('a source arrives as plain RTP by codec, asks for a keyframe, and ends with its source', async () => {
  await publisher.publish(engine, IDS);
  const forward = { roomId: 'room', forwardId: 'f1', sourceId: 'source', port: socket.address().port };
  await expect(engine.startForward({ ...forward, sourceId: 'nobody' })).rejects.toMatchObject({ reason: 'no-source' });
  await engine.startForward(forward);
  await vi.waitFor(() => {
    publisher.send('audio', Buffer.from('sound'));
    publisher.send('video', vp8Payload(false, 'delta'));
    expect(publisher.keyframeRequests).toBeGreaterThan(0);
  });
  publisher.send('video', vp8Payload(true, 'key'));
  await vi.waitFor(() => {
    expect(ofType(ForwardPayloadType.Opus).at(-1)?.subarray(12).toString()).toBe('sound');
    expect(ofType(ForwardPayloadType.Vp8).at(-1)?.subarray(14).toString()).toBe('key');
  });

  const asked = publisher.keyframeRequests;
  engine.refreshForward('f1');
  await vi.waitFor(() => expect(publisher.keyframeRequests).toBeGreaterThan(asked));

  engine.setForwarded('source', { audio: false, video: true });
  publisher.send('audio', Buffer.from('muted'));
  publisher.send('video', vp8Payload(false, 'still seen'));
  await vi.waitFor(() => expect(ofType(ForwardPayloadType.Vp8).at(-1)?.subarray(14).toString()).toBe('still seen'));
  expect(ofType(ForwardPayloadType.Opus).at(-1)?.subarray(12).toString()).toBe('sound');

  engine.removeSource('source');
  await expect(engine.startForward(forward)).rejects.toMatchObject({ reason: 'no-source' });
});
