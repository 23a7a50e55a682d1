import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createNodePlatform } from './index.js';

class FakePeerConnection {
  readonly configuration: unknown;
  constructor(configuration?: unknown) {
    this.configuration = configuration;
  }
}
class FakeStream {
  readonly tracks: unknown;
  constructor(tracks?: unknown) {
    this.tracks = tracks;
  }
}
const wrtc = { RTCPeerConnection: FakePeerConnection, MediaStream: FakeStream };

describe('createNodePlatform', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('tells of the process and makes what the module gives', () => {
    const platform = createNodePlatform({ wrtc, WebSocket, origin: 'http://localhost:1' });
    expect(platform.info.browser).toBe('node');
    expect(platform.info.browserVersion).toBeGreaterThanOrEqual(20);
    expect(platform.origin).toBe('http://localhost:1');
    expect(platform.network.isOnline()).toBe(true);
    expect(platform.videoCodecs()).toEqual(['VP8']);
    expect(platform.createPeerConnection({ iceServers: [] })).toMatchObject({ configuration: { iceServers: [] } });
    expect(platform.createMediaStream([])).toBeInstanceOf(FakeStream);
  });

  it('says what to do without a WebSocket class', () => {
    vi.stubGlobal('WebSocket', undefined);
    expect(() => createNodePlatform({ wrtc })).toThrow('pass { WebSocket } from the package "ws"');
  });

  it('talks HTTP and WebSocket', async () => {
    const server = createServer((request, response) => response.end(`${request.method} ${request.url}`));
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${String(data)}`)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const platform = createNodePlatform({ wrtc, WebSocket });
    try {
      const answer = await platform.request(`http://127.0.0.1:${port}/path`, { method: 'POST', body: '{}' });
      expect([answer.ok, answer.status, await answer.text()]).toEqual([true, 200, 'POST /path']);
      const socket = platform.createSocket(`ws://127.0.0.1:${port}/ws`);
      const echo = await new Promise((resolve, reject) => {
        socket.onopen = () => socket.send('hello');
        socket.onmessage = ({ data }) => resolve(data);
        socket.onerror = reject;
      });
      expect(echo).toBe('echo hello');
      const closed = new Promise<number>((resolve) => (socket.onclose = ({ code }) => resolve(code)));
      socket.close(1000);
      expect(await closed).toBe(1000);
    } finally {
      sockets.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
