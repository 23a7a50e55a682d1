/** A platform for tests, which control time, randomness, sockets, HTTP and network. */
export { FakeClock, FakeRandom, settle } from './clock.js';
export { FakeElement, FakeMediaPort, FakeMediaStream, FakeTrack } from './media.js';
export { FakePeerConnection, FakePeers, FakeTransceiver } from './peer.js';
export { FakeHttp, FakeNetwork, type FakeAnswer, type FakeRoute, type RecordedRequest } from './network.js';
export { FakePlatform, type FakePlatformOptions } from './platform.js';
export { FakeSignallingServer, type FakeAnswerMembers, type FakeEnterAnswer, type FakeHandler } from './server.js';
export { FakeSocket, FakeSockets, type ConnectBehaviour } from './socket.js';
